"""Building blocks of games: actions and setups described once, and everything derived from the descriptions."""
