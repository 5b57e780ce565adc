"""Positions to practise: found, made, answered and spaced."""
