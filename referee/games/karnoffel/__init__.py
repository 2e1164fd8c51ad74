"""Karnöffel: pure rules, as the numbered `rules.md` has them."""
