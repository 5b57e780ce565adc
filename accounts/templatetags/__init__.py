"""Template tags and filters for accounts."""
