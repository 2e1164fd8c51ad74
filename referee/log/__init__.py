"""Logs: their entries and checksums, what comes from outside, and how it is brought into a log. Pure."""
