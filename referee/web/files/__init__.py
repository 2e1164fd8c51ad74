"""Files: exports and imports, and the copies that phones keep."""
