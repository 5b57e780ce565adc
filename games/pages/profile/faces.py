"""Avatars of players away from a table."""

from zlib import crc32

from django.utils.safestring import SafeString

from games.words.people import avatar

_SHAPES = 4


def face_of(name: str, *, own: bool = False) -> SafeString:
    """Return a player's avatar, always the same for a name; the viewer's is the circle."""
    return avatar(0 if own else 1 + crc32(name.encode()) % _SHAPES, name[:2])
