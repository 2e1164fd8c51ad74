"""Sittings: shared by games in which every deal is counted or played trick by trick, and then settled."""
