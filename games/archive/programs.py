"""Lists of games for programs."""

import re
from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from games.live.channel import Wake
from games.log.reading import read_rows
from games.models import NOT_OVER, Audience, Game, GameInvitation, GameStatus, Seat
from games.models.projections import seats_in
from games.people.apart import sits_with_blocked
from games.people.kinds import with_kinds

User = AbstractUser | AnonymousUser

MOST_ENDED = 500
BEFORE = timedelta(minutes=1)
"""Of two moves made at once, the later may be announced first."""
IF_UNKNOWN = timedelta(days=1)
"""How far to look back for an id that names no game of the reader's, such as one since closed."""
_ID = re.compile(r"(?P<game>[0-9A-Za-z-]{1,16})\.(?P<version>[0-9]{1,6})")
_PLACE = (
    *("game__summary__changed_at", "game__public_id", "game__summary__version"),
    *("game__summary__seq", "game__summary__status", "game__summary__acting"),
)


def games_for(*, user: User, state: GameStatus | None = None, mine: bool = False) -> QuerySet[Game]:
    """Return own games, invitations, and open games without people the user is kept apart from."""
    found = Q(pk__in=_seats_of(user).values("game"))
    if not mine:
        to_all = Q(audience=Audience.OPEN)
        if user.pk is not None:
            to_all &= ~Q(summary__status=GameStatus.OPEN) | ~Q(sits_with_blocked(user.pk))
            invited = GameInvitation.objects.filter(user=user.pk)
            found |= Q(pk__in=invited.values("game"))
        found |= to_all
    games = Game.objects.filter(found)
    if state is not None:
        games = games.filter(summary__status=state)
    seats = Prefetch("seats", with_kinds(Seat.objects.select_related("summary")))
    return games.select_related("summary").prefetch_related(seats)


def _seats_of(user: User) -> QuerySet[Seat]:
    if user.pk is None:
        return Seat.objects.none()
    return Seat.objects.filter(user=user.pk, summary__left=False)


def wakes_of(user: User, last: str = "") -> list[Wake]:
    """Return where the unfinished games of ``user`` are, and those that ended since ``last``.

    ``last`` is the id of an event, ``game.version``; empty: none. What changed last comes last, so
    that the next id of it is as new as can be. Of those that ended, at most ``MOST_ENDED``.
    """
    mine = _seats_of(user)
    rows = [*mine.filter(game__summary__status__in=NOT_OVER).values_list(*_PLACE).distinct()]
    if last:
        ended = mine.filter(over_at__gte=_since(user, last)).order_by("-over_at", "-id")
        rows += ended.values_list(*_PLACE)[:MOST_ENDED]
    rows = sorted({row[1]: row for row in rows}.values())
    return [
        Wake(public_id, version, seq, status, seats_in(acting))
        for _at, public_id, version, seq, status, acting in rows
    ]


def _since(user: User, last: str) -> datetime:
    """Return from when on a reader of ``last`` may have missed something."""
    found = _ID.fullmatch(last)
    at = found and _reached_at(user, found["game"], int(found["version"]))
    return at - BEFORE if at else timezone.now() - IF_UNKNOWN


def _reached_at(user: User, public_id: str, version: int) -> datetime | None:
    """Only of a game of theirs: nobody learns anything of others."""
    game = Game.objects.filter(public_id=public_id, seats__user=user.pk).first()
    if game is None:
        return None
    if version == 0:
        return game.created_at
    moves = read_rows(game.pk).moves
    # Rows are numbered from 0: the first leads to version 1.
    return moves[version - 1].created_at if version <= len(moves) else None
