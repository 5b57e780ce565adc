"""Finished games: replays and records."""
