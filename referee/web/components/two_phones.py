"""What a phone is told whose entry comes after that of another phone."""

STANDS = "It was already entered on another phone."
STALE = "Another phone entered something in the meantime. Check the table, then go on."
