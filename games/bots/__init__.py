"""Programs that play from a view alone. No Django."""
