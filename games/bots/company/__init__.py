"""Eight characters that play from a view alone."""
