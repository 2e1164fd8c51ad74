"""The database file: all SQL."""
