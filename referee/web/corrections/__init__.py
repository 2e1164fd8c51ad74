"""Corrections of earlier entries: choose an entry, change it, preview the result, confirm."""
