"""How programs are told of a player's kind."""

MEMBER = "member"
"""A kind that has no badge."""


def kind_word(kind: str) -> str:
    """Return ``member``, ``guest``, ``bot`` or ``moderator``."""
    return str(kind) or MEMBER
