"""Guests: users known only by their session, until they sign up or stay away."""
