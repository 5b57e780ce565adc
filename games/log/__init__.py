"""A game's log, the one truth: rows, seals, and the replay that gives the state.

Nothing here knows users, pages or emails.
"""
