"""Pages before a game, and lists."""
