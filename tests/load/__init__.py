"""`make load`: how many tables a site carries, and what each kind of page costs it.

`docs/reliability.md` keeps the figures.
"""
