"""Score books: permissions, house rules, maintenance, files out and in."""
