"""The table of any game: its page and posts, drafts, corrections, the match in retrospect, lists, watching."""
