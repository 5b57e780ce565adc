"""The moves of a round as data, for the scripts that show them again."""
