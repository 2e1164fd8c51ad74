"""Parts of pages that games share."""
