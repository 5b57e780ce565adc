"""Keeping the site whole: rebuild projections, verify logs, hand over seats, figures for operators.

Nothing here is needed to play a game.
"""
