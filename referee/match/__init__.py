"""One match of any game: its log, corrections, and what can be done with it."""
