"""Practice: positions from reviewed games, asked until they are known."""
