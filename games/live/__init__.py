"""Wakes: after the commit, open pages and workers learn that a game has changed, never what
happened.

Nothing here reads the log.
"""
