"""Attacks on a real server, while honest people play on it (SECURITY §4)."""
