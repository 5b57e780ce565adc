"""Wakes: after the commit, open pages, programs and workers learn that a game has changed and who
is to act, never what happened.

Nothing here reads the log.
"""
