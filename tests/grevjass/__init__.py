"""Tests of Grevjass."""
