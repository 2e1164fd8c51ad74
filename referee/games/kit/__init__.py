"""What games are made of: actions and setups described once, and what follows from the descriptions."""
