"""The log of a game, the one truth: its rows, their seals, and the replay that gives the state.

Nothing here knows users, pages or emails.
"""
