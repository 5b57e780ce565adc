"""The table page from one seat's view."""
