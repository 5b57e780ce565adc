"""Keeping order: reports, blocks, what moderators do, and the audit log of it."""
