"""Finished games and what players can take along: records (also imported), replays, own data."""
