"""Accounts and guests."""
