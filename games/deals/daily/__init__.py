"""The deal of the day: one round of four, the same for everybody."""
