"""Programs that play from a view of the game alone. No Django."""
