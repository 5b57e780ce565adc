"""Promises, parts, and what both prove."""
