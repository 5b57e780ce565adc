"""Finished games: replays, records, reviews, and moves tried again."""
