"""Notices: rows that say whom to tell of what by when, written in a move's transaction.

What becomes of due ones belongs to ``telling``.
"""
