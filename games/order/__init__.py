"""Moderation: reports, acts, their audit log and what players learn of it.

Sanctions in force are found in ``people``.
"""
