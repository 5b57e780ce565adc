"""Pages before a game, and lists of games."""
