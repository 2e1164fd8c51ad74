"""The table of any game: its page and posts, drafts, corrections, looking back, lists, watching."""
