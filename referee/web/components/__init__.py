"""Components of pages that games share."""
