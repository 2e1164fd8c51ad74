"""Cribbage: rules, records and texts. Pure: no clock, no files, no network."""
