"""The games: what each provides, and the registry of them."""
