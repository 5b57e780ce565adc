"""The rules of Scout: no Django, clock, input or output.

Chance enters only through :mod:`.deal`.
"""
