"""Grevjass: four players, thirty-two cards, melds, tricks, a claim of a hundred, strokes on a slate."""
