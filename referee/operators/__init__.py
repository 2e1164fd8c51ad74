"""Tools for those who run instances for others: health, metrics, orders, hourly chores. Only commands use them."""
