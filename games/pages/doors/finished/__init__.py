"""Finished games: replays, records and reviews."""
