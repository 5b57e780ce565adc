"""Moves taken back: by a moderator, or because all who have not left agree."""
