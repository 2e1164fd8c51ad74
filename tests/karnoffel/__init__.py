"""Karnöffel: the rules against a second referee, and its pages."""
