"""Tools for those who run instances for others: health, metrics, and moving score books. Only commands use them."""
