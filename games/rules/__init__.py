"""The rules of Scout in plain Python: no Django, clock, input or output.

Chance enters only through :mod:`games.rules.deal`.
"""
