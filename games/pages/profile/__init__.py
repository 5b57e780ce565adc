"""Profiles, charts and rating changes."""
