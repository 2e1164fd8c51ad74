"""Score books: permissions, house rules, maintenance, export and import."""
