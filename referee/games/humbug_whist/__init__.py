"""Humbug Whist."""
