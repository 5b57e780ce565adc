"""Finished games of made-up players (``manage.py fill``)."""
