"""The sweep that takes turns whose time is over, and what keeps it from taking too many."""
