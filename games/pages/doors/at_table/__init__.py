"""Doors of those who sit at a table, beside their moves."""
