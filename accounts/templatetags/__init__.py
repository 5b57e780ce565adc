"""The tags and filters of accounts' templates."""
