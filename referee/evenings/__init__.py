"""An evening of several tables: who sits where, what it came to. Pure: no clock, no files, no game."""
