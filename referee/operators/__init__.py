"""What only those need who run instances for others: health, metrics, and score books that move. Commands use it."""
