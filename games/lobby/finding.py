"""Unstarted games, as seen by those who may join."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, QuerySet, prefetch_related_objects

from games.models import (
    Audience,
    Game,
    GameInvitation,
    GameStatus,
    GameSummary,
    Seat,
)
from games.models.prepared import Prepared
from games.people.apart import sits_with_blocked
from games.people.kinds import kind_of
from games.people.users import player_of
from games.play.seats import seats_of
from games.results.profiles import player_named

OPEN_ON_A_PAGE = 20
LATEST = 200
"""Games to watch are among these latest moved."""

User = AbstractUser | AnonymousUser


NEWEST = 3
"""Most open games on My games."""


class Wanted(NamedTuple):
    """Filters for open games; None and False allow all."""

    players: int | None = None
    at_least: int | None = None
    """Seconds per turn."""
    at_most: int | None = None
    """Seconds per turn; no clock exceeds all."""
    rated: bool | None = None
    last_seat: bool = False
    newest_first: bool = False
    """Otherwise fewest free seats first."""


class OpenGames(NamedTuple):
    """A page of open games."""

    page: Page[Game]
    fitting: int
    of_all: int


class Lobby(NamedTuple):
    """A table before its game."""

    game: Game
    seats: Sequence[Seat]
    kept: Sequence[int]
    """Free seats kept for invited players."""
    asked: Sequence[tuple[str, str]]
    """Open invitations by name and kind, for players there."""
    seat: int | None
    is_asked: bool

    @property
    def free(self) -> int:
        return self.game.players - len(self.seats)


class Rematch(NamedTuple):
    """A game's rematch."""

    game: Game
    status: str
    agreed: frozenset[int]
    """Earlier seats whose players have joined."""


def open_games(*, wanted: Wanted, page: int = 1, user: User | None = None) -> OpenGames:
    """Return the games anyone may join, except with people ``user`` is kept apart from."""
    everything = _open_to_all()
    if user is not None and user.pk is not None:
        everything = everything.filter(~sits_with_blocked(user.pk))
    games = everything
    if wanted.players is not None:
        games = games.filter(players=wanted.players)
    if wanted.at_most is not None:
        games = games.filter(turn_seconds__lte=wanted.at_most)
    if wanted.at_least is not None:
        games = games.exclude(turn_seconds__lt=wanted.at_least)
    if wanted.rated is not None:
        games = games.filter(rated=wanted.rated)
    if wanted.last_seat:
        games = games.filter(summary__free_seats=1)
    order = ["-summary__changed_at", "-pk"]
    games = games.order_by(*(order if wanted.newest_first else ["summary__free_seats", *order]))
    games = games.prefetch_related("seats")
    found = Paginator(games, OPEN_ON_A_PAGE).get_page(page)
    return OpenGames(found, found.paginator.count, everything.count())


def newest_open_games(*, user: User) -> list[Game]:
    """Return open games without ``user`` at which people may sit down, newest first."""
    games: list[Game] = _NEWEST_OPEN(user.pk or 0)
    prefetch_related_objects(games, "seats")
    return games


def games_to_watch(*, user: User, count: int) -> list[Game]:
    """Return others' running public games, latest move first."""
    latest = GameSummary.objects.filter(status=GameStatus.RUNNING).order_by("-changed_at")[:LATEST]
    # As a list: the database must not search through all running games.
    moved = list(latest.values_list("game_id", flat=True))
    games = Game.objects.filter(pk__in=moved, audience=Audience.OPEN).select_related("summary")
    games = games.filter(~_sits_at(user.pk or 0))
    return list(games.order_by("-summary__changed_at")[:count])


def _sits_at(user_id: int) -> Exists:
    # No user has the key 0.
    return Exists(Seat.objects.filter(game=OuterRef("pk"), user=user_id))


def _open_to_all() -> QuerySet[Game]:
    # The column is null for all other games, so their number makes no difference.
    return Game.objects.filter(summary__free_seats__isnull=False).select_related("summary")


_NEWEST_OPEN = Prepared(
    lambda user: (
        _open_to_all()
        .filter(~_sits_at(user), for_bot_accounts=False)
        .filter(~sits_with_blocked(user))
        .order_by("-summary__changed_at", "-pk")[:NEWEST]
    ),
    int,
)


def lobby_of(*, game: Game, user: User) -> Lobby:
    """Return an unstarted game's table for a user who may see it."""
    seats = seats_of(game.pk)
    invited = GameInvitation.objects.filter(game=game).select_related("user")
    asked: list[Any] = list(invited.annotate(kind=kind_of("user")).order_by("pk"))
    mine = [seat.number for seat in seats if user.pk is not None and seat.user_id == user.pk]
    return Lobby(
        game=game,
        seats=seats,
        kept=[one.seat for one in asked if one.seat is not None],
        asked=[(one.user.get_short_name(), one.kind) for one in asked] if mine else [],
        seat=mine[0] if mine else None,
        is_asked=any(one.user_id == user.pk for one in asked),
    )


def game_by_invitation(secret: str) -> Game | None:
    """Return the game whose link has this secret."""
    found = Game.objects.select_related("summary", "creator").exclude(audience=Audience.OWN)
    return found.filter(invitation=secret).first()


def rematch_of(*, game: Game, user: User) -> Rematch | None:
    """Return the game's rematch for a user who sat there."""
    again = Game.objects.filter(rematch_of=game).select_related("summary").first()
    if again is None:
        return None
    before = dict(Seat.objects.filter(game=game, bot="").values_list("user_id", "number"))
    if user.pk is None or user.pk not in before:
        return None
    there = Seat.objects.filter(game=again, user__isnull=False).values_list("user_id", flat=True)
    agreed = frozenset(before[user_id] for user_id in there if user_id in before)
    return Rematch(again, again.summary.status, agreed)


def players_named(names: Sequence[str]) -> tuple[list[AbstractUser], list[str]]:
    """Return the accounts, and the unknown names."""
    found: dict[int, AbstractUser] = {}
    unknown = []
    for name in names:
        user = player_named(name)
        if user is None:
            unknown.append(name)
        else:
            found[user.pk] = user
    return list(found.values()), unknown


def last_name_at_a_table(user: User) -> str:
    """Return the latest name used, if any, unless it may not be used again."""
    if isinstance(user, AnonymousUser):
        return ""
    seats = Seat.objects.filter(user=user.pk).order_by("-pk")
    name = seats.values_list("name", flat=True).first() or ""
    return "" if player_of(user).name_refusal(name) else name
