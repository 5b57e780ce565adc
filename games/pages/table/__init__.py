"""The table page, worked out from one seat's view."""
