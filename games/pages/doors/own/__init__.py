"""Doors: what is the viewer's alone."""
