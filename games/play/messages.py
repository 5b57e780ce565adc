"""What was said at a table, for those who may read it."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from games.models import ChatMessage, GameStatus, Seat
from games.order.own_page import kept_apart
from games.play.tables import Stamp

LATEST = 200
"""So many messages a page shows, the latest."""


class Said(NamedTuple):
    """A message."""

    id: int
    seat: int
    text: str
    """Empty when a moderator has hidden it."""
    at: datetime
    hidden: bool = False


class OnPage(NamedTuple):
    """Which messages an open page shows."""

    first: int = 0
    last: int = 0
    """By their numbers; 0 where it shows none."""
    hidden: frozenset[int] = frozenset()
    """Those that it shows as hidden."""


class Chat(NamedTuple):
    """The talk at a table as one reader may see it."""

    messages: list[Said]
    """What an open page does not show yet, the oldest first."""
    changed: list[Said]
    """What it shows and a moderator has hidden, or shown again, since."""
    may_say: bool


def may_read_chat(stamp: Stamp) -> bool:
    """Players read it at any time; everybody else, one who left too, once the game is over."""
    return stamp.seat is not None or stamp.status in (GameStatus.FINISHED, GameStatus.VOIDED)


def chat_for(stamp: Stamp, *, on_page: OnPage = OnPage()) -> Chat | None:  # noqa: B008 (immutable)
    """What was said, for a page that shows some of it, in one query; None for who may not read it.

    Those who block each other do not read each other.
    """
    if not may_read_chat(stamp):
        return None
    perhaps_changed = Q(hidden=True) | Q(id__in=on_page.hidden)
    shown = Q(id__gte=on_page.first, id__lte=on_page.last)
    found = Q(id__gt=on_page.last) | shown & perhaps_changed
    rows = ChatMessage.objects.filter(found, game=stamp.game_id).order_by("-id")
    if stamp.reader is not None:
        apart = ChatMessage.objects.filter(kept_apart(stamp.reader), game=stamp.game_id)
        rows = rows.exclude(pk__in=apart.values("pk"))
    latest = rows.values_list("id", "seat", "text", "created_at", "hidden")[:LATEST]
    said = [Said(*row) for row in latest][::-1]
    said = [one._replace(text="") if one.hidden else one for one in said]
    return Chat(
        messages=[one for one in said if one.id > on_page.last],
        changed=[
            one
            for one in said
            if one.id <= on_page.last and one.hidden != (one.id in on_page.hidden)
        ],
        may_say=stamp.seat is not None,
    )


def seats_who_talk(stamp: Stamp) -> list[Seat]:
    """All seats of the game, by number, for the names of those who said something."""
    return list(Seat.objects.filter(game=stamp.game_id).order_by("number"))
