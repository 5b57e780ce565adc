"""Finished games of made-up players, to try the site at scale (``manage.py fill``)."""
