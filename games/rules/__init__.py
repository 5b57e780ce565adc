"""The rules of Scout: plain Python that knows cards, rounds and games and nothing else.

No Django, no clock, no input or output; chance comes in through :mod:`games.rules.deal` alone.
"""
