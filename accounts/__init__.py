"""Who plays: guests and, later, accounts."""
