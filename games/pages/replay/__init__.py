"""Replays and imported records."""
