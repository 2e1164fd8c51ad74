"""Plain Tricks: the rules."""
