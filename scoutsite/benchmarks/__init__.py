"""Benchmarks: a module for each ``manage.py bench WHAT``."""
