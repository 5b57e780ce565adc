"""Games before they begin, as those see them who may sit down: lists, one table, invitations."""

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, QuerySet

from games.models import (
    Audience,
    Game,
    GameInvitation,
    GameStatus,
    GameSummary,
    Seat,
)
from games.order.own_page import sits_with_blocked

OPEN_ON_A_PAGE = 20
LATEST = 200
"""Among so many of the games that moved last those to watch are looked for."""

User = AbstractUser | AnonymousUser


class Wanted(NamedTuple):
    """Which open games to list; None and False leave a thing open."""

    players: int | None = None
    at_least: int | None = None
    """Seconds for a turn, at least."""
    at_most: int | None = None
    """Seconds for a turn, at most; a game without a clock has more than any number."""
    rated: bool | None = None
    last_seat: bool = False
    newest_first: bool = False
    """Otherwise those with the fewest free seats come first."""


class OpenGames(NamedTuple):
    """A page of open games, each with its summary and seats at hand."""

    page: Page[Game]
    fitting: int
    """How many fit what is wanted."""
    of_all: int
    """How many open games there are."""


class Lobby(NamedTuple):
    """A table before its game begins."""

    game: Game
    seats: Sequence[Seat]
    """Those that are taken, by number."""
    kept: Sequence[int]
    """Numbers of free seats that are kept for somebody who was asked."""
    asked: Sequence[str]
    """The names of those who were asked and have not answered, for who sits at the table."""
    seat: int | None
    """The user's own seat."""
    is_asked: bool
    """Whether the user was asked by name."""

    @property
    def free(self) -> int:
        """How many seats nobody has, kept ones among them."""
        return self.game.players - len(self.seats)


class Rematch(NamedTuple):
    """The rematch of a game, as those see it who sat there."""

    game: Game
    status: str
    agreed: frozenset[int]
    """The seats (of the game before) whose players sit at the rematch already."""


def open_games(*, wanted: Wanted, page: int = 1, user: User | None = None) -> OpenGames:
    """The games that anybody may join, in a constant number of queries.

    Without those of people with whom ``user`` keeps apart.
    """
    everything = _open_to_all()
    if user is not None and user.pk is not None:
        everything = everything.filter(~sits_with_blocked(user))
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


def newest_open_games(*, user: User, count: int) -> list[Game]:
    """A few open games at which ``user`` does not sit, the newest first."""
    games = _open_to_all().order_by("-summary__changed_at", "-pk").prefetch_related("seats")
    if user.pk is not None:
        games = games.filter(~sits_with_blocked(user))
    return list(games.filter(~_sits_at(user))[:count])


def games_to_watch(*, user: User, count: int) -> list[Game]:
    """A few games of others under way that are open to all, those that moved last first."""
    latest = GameSummary.objects.filter(status=GameStatus.RUNNING).order_by("-changed_at")[:LATEST]
    # As a list: the database must not look through all that are running.
    moved = list(latest.values_list("game_id", flat=True))
    games = Game.objects.filter(pk__in=moved, audience=Audience.OPEN).select_related("summary")
    games = games.filter(~_sits_at(user))
    return list(games.order_by("-summary__changed_at")[:count])


def _sits_at(user: User) -> Exists:
    """Whether ``user`` sits at a game; a stranger, as a bot, has no key."""
    return Exists(Seat.objects.filter(game=OuterRef("pk"), user=user.pk, user__isnull=False))


def _open_to_all() -> QuerySet[Game]:
    # A column that is null for all others: their number makes no difference.
    return Game.objects.filter(summary__free_seats__isnull=False).select_related("summary")


def lobby_of(*, game: Game, user: User) -> Lobby:
    """The table of ``game`` before its start, for a ``user`` who may see it."""
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    asked = list(GameInvitation.objects.filter(game=game).select_related("user").order_by("pk"))
    mine = [seat.number for seat in seats if user.pk is not None and seat.user_id == user.pk]
    return Lobby(
        game=game,
        seats=seats,
        kept=[one.seat for one in asked if one.seat is not None],
        asked=[one.user.get_short_name() for one in asked] if mine else [],
        seat=mine[0] if mine else None,
        is_asked=any(one.user_id == user.pk for one in asked),
    )


def game_by_invitation(secret: str) -> Game | None:
    """The game whose link has this secret part, with its summary and creator at hand."""
    found = Game.objects.select_related("summary", "creator").exclude(audience=Audience.OWN)
    return found.filter(invitation=secret).first()


def rematch_of(*, game: Game, user: User) -> Rematch | None:
    """The rematch of ``game``, if there is one, for somebody who sat there."""
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
    """The accounts of these names, and those of the names that nobody has. Guests have none."""
    users = get_user_model()._default_manager.filter(is_active=True)
    found: dict[int, AbstractUser] = {}
    unknown = []
    for name in names:
        # As it is written first: that alone has an index.
        user = users.filter(username=name).first() or users.filter(username__iexact=name).first()
        if user is None or getattr(user, "is_guest", False):
            unknown.append(name)
        else:
            found[user.pk] = user
    return list(found.values()), unknown


def last_name_at_a_table(user: User) -> str:
    """What ``user`` was called at the table they sat down at last; empty for who never did."""
    if user.pk is None:
        return ""
    seats = Seat.objects.filter(user=user.pk).order_by("-pk")
    return seats.values_list("name", flat=True).first() or ""
