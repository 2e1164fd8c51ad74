"""Havilering: the game, pure. Standard library only; no clock, no randomness, no input or output."""
