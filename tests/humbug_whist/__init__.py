"""Tests of Humbug Whist."""
