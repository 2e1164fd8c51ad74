"""Matches: lists, new ones, and watching them."""
