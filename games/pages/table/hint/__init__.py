"""The hint in the bar, and its marks at the table."""
