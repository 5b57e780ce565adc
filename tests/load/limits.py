"""What the load is made of."""

SEATS = 4
"""People at a table."""
LIMIT = 300
"""Milliseconds that the 95th percentile of all answers may take."""
