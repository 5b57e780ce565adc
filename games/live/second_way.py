"""What has changed, read from the database: how news come while Redis is away."""

from collections import defaultdict
from datetime import datetime
from typing import NamedTuple

from games.models import GameStatus, GameSummary, Seat
from games.models.projections import seats_in

MOST = 500
"""Games in one look; beyond that all pages look for themselves."""


class Change(NamedTuple):
    """Where a game is, and who sits there."""

    game: str
    version: int
    seq: int
    state: str
    to_act: tuple[int, ...] | None
    user_ids: list[int]


def changes_since(at: datetime) -> list[Change] | None:
    """Return the games whose log has grown since ``at``; None if they are too many.

    Two queries, however many pages are open.
    """
    columns = ("game_id", "game__public_id", "version", "seq", "status", "acting")
    # By status, as the index is.
    grown = GameSummary.objects.filter(status__in=GameStatus.values, changed_at__gt=at)
    rows = list(grown.values_list(*columns)[: MOST + 1])
    if len(rows) > MOST:
        return None
    seated: dict[int, list[int]] = defaultdict(list)
    people = Seat.objects.filter(game__in=[row[0] for row in rows], user__isnull=False)
    for game_id, user_id in people.values_list("game_id", "user_id") if rows else ():
        if user_id is not None:
            seated[game_id].append(user_id)
    return [
        Change(public_id, version, seq, status, seats_in(acting), seated[game_id])
        for game_id, public_id, version, seq, status, acting in rows
    ]
