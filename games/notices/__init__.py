"""Notices: rows that say whom to tell of what by when, written in a move's transaction.

``telling`` decides on due ones.
"""
