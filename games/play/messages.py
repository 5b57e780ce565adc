"""Reading a table's chat."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from games.models import OVER, ChatMessage
from games.models.prepared import Prepared
from games.people.apart import kept_apart
from games.play.stamps import Stamp

LATEST = 200


class Said(NamedTuple):
    """A message."""

    id: int
    seat: int
    text: str
    """Empty if a moderator hid it."""
    at: datetime
    hidden: bool = False


class OnPage(NamedTuple):
    """What an open page shows."""

    first: int = 0
    last: int = 0
    hidden: frozenset[int] = frozenset()


class Chat(NamedTuple):
    """The messages one viewer may see."""

    messages: list[Said]
    """New to the page, oldest first."""
    changed: list[Said]
    """Hidden or shown again since then."""
    may_say: bool


def may_read_chat(stamp: Stamp) -> bool:
    """Return whether the viewer may read: players always, others after the game."""
    return stamp.seat is not None or stamp.status in OVER


def _readable(game: int, viewer: int) -> QuerySet[ChatMessage, tuple[Any, ...]]:
    """No user has the key 0."""
    apart = ChatMessage.objects.filter(kept_apart(viewer), game=game)
    rows = ChatMessage.objects.filter(game=game).exclude(pk__in=apart.values("pk"))
    return rows.order_by("-id").values_list("id", "seat", "text", "created_at", "hidden")


_LATEST = Prepared(lambda game, viewer: _readable(game, viewer)[:LATEST], int, int)


def _said(latest: Iterable[tuple[Any, ...]]) -> list[Said]:
    said = [Said(*row) for row in latest][::-1]
    return [one._replace(text="") if one.hidden else one for one in said]


def chat_for(stamp: Stamp, *, on_page: OnPage = OnPage()) -> Chat | None:  # noqa: B008 (immutable)
    """Return what a page lacks; None if the viewer may not see it.

    People who block each other don't see each other's messages.
    """
    if not may_read_chat(stamp):
        return None
    if on_page == OnPage():
        said = _said(_LATEST(stamp.game_id, stamp.viewer or 0))
        return Chat(messages=said, changed=[], may_say=stamp.seat is not None)
    perhaps_changed = Q(hidden=True) | Q(id__in=on_page.hidden)
    shown = Q(id__gte=on_page.first, id__lte=on_page.last)
    found = Q(id__gt=on_page.last) | shown & perhaps_changed
    rows = _readable(stamp.game_id, stamp.viewer or 0).filter(found)
    said = _said(rows[:LATEST])
    return Chat(
        messages=[one for one in said if one.id > on_page.last],
        changed=[
            one
            for one in said
            if one.id <= on_page.last and one.hidden != (one.id in on_page.hidden)
        ],
        may_say=stamp.seat is not None,
    )
