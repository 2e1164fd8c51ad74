"""Logs: their entries and checksums, the reading of foreign logs, and merging. Pure."""
