"""Evenings of several tables: seating, rounds and standings. Pure: no clock, no files, no game."""
