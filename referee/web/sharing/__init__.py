"""Sharing score books and matches, and pages for those who host them."""
