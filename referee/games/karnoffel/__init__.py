"""Karnöffel: the rules of `rules.md` as pure functions."""
