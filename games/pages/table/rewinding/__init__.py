"""Taking moves back, as players see it."""
