"""Finished games: records and reviews."""
