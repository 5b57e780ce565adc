"""The picture of a result as a PNG, drawn once and kept for a while."""

from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import TYPE_CHECKING

import redis
import resvg_py
from django.core.cache import cache
from django.utils.translation import get_language

from games.live.tags import tag_of
from games.models import Seat
from games.pages.table.picture.drawing import Picture, picture_of
from games.pages.table.picture.letters import OWN_FILES
from games.play.stamps import Stamp
from games.play.tables import table_at

if TYPE_CHECKING:
    from games.models import Game

KEPT = 3600
"""Seconds."""
_DRAWN = 2
"""Grows when the same game is drawn in another way."""


def picture_tag(stamp: Stamp, game: "Game", seats: Sequence[Seat]) -> str:
    """Return an ETag over all that the picture shows: the same for all who may see the game."""
    people = [(seat.name, seat.kind, seat.bot) for seat in seats]
    at = (stamp.game_id, stamp.version, stamp.revision)
    return tag_of("result", _DRAWN, *at, game.name, people, get_language())


def result_png(stamp: Stamp, tag: str) -> bytes | None:
    """Return the picture of a finished game; None if the game has been closed."""
    key = f"result:{tag}"
    kept = _kept(key)
    if kept is not None:
        return kept
    table = table_at(stamp)
    if table is None:
        return None
    drawn = drawn_png(picture_of(table))
    _keep(key, drawn)
    return drawn


def drawn_png(picture: Picture) -> bytes:
    """Return a drawing as a PNG."""
    return resvg_py.svg_to_bytes(
        svg_string=picture.svg,
        font_files=[*OWN_FILES, *picture.files],
        skip_system_fonts=True,
    )


def _kept(key: str) -> bytes | None:
    try:
        kept = cache.get(key)
    except redis.RedisError:
        return None
    return b64decode(kept) if kept is not None else None


def _keep(key: str, drawn: bytes) -> None:
    """In letters: the cache holds JSON alone."""
    try:
        cache.set(key, b64encode(drawn).decode(), KEPT)
    except redis.RedisError:
        return
