"""Asking for reviews, and working them out."""
