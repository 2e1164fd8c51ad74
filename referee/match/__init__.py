"""Matches of any game: their logs, corrections and the service that changes them."""
