"""Doors behind links in emails: a link's token stands for signing in, for one thing alone."""
