"""Figures for Prometheus: what each process counts, and what is read once from where it is kept.

Labels name kinds of things, never a game, a person or an address. Requests and tasks that are for a
plan are not counted: nobody but its player may learn that there is one.
"""
