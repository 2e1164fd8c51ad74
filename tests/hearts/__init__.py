"""Tests of Hearts."""
