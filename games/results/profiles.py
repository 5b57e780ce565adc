"""Players' profiles."""

from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q

from games.models import GameStatus, HeadToHead, PlayerStatistics, Seat
from games.people.kinds import kind_of
from games.people.lookalikes import one_called
from games.people.users import player_of
from games.results.tallies import Tally, added
from games.rules.cards import PLAYER_COUNTS

OPPONENTS = 10

User = AbstractUser | AnonymousUser


class Opponent(NamedTuple):
    """A record against a frequent opponent."""

    name: str
    kind: str
    games: int
    ahead: int
    level: int
    behind: int
    open: bool


def player_named(name: str) -> AbstractUser | None:
    """Return the account with that name or a lookalike; guests have no profile."""
    return one_called(name, get_user_model().objects.filter(is_guest=False, is_active=True))


def may_see_statistics(*, player: AbstractUser, viewer: User) -> bool:
    """Return whether ``viewer`` may see profile and finished games."""
    if player.pk == viewer.pk:
        return True
    audience = player_of(player).statistics_audience
    if audience != "table" or viewer.pk is None:
        return audience == "everyone"
    asked = get_user_model().objects.filter(pk=player.pk)
    return asked.filter(_played_with(viewer, OuterRef("pk"))).exists()


def profile_open(*, of: str, viewer: User) -> Q:
    """Match rows whose account (field ``of``) has a profile ``viewer`` may see."""
    shows = Q((f"{of}__statistics_audience", "everyone"))
    if viewer.pk is not None:
        table = Q((f"{of}__statistics_audience", "table"))
        shows |= Q((of, viewer.pk)) | (table & _played_with(viewer, OuterRef(of)))
    return shows & Q((f"{of}__is_active", True), (f"{of}__is_guest", False))


def _played_with(viewer: User, player: OuterRef) -> Q:
    finished = HeadToHead.objects.filter(user=player, opponent=viewer.pk)
    running = Seat.objects.filter(
        user=viewer.pk, game__summary__status=GameStatus.RUNNING, game__seats__user=player
    )
    return Q(Exists(finished)) | Q(Exists(running))


def sums_of(*, player: AbstractUser, among_people: bool | None = None) -> dict[int, Tally]:
    """Return tallies by number of players."""
    rows = PlayerStatistics.objects.filter(user=player.pk)
    if among_people is not None:
        rows = rows.filter(among_people=among_people)
    found = list(rows.values_list("players", "tally"))
    return {
        players: added(tally for of, tally in found if of == players) for players in PLAYER_COUNTS
    }


def frequent_opponents(*, player: AbstractUser, viewer: User) -> list[Opponent]:
    """Return frequent opponents with profiles ``viewer`` may see, or all one's own."""
    rows = HeadToHead.objects.filter(user=player.pk, opponent__is_guest=False)
    seen = profile_open(of="opponent", viewer=viewer)
    if viewer.pk != player.pk:
        rows = rows.filter(seen)
    told = rows.annotate(open=ExpressionWrapper(seen, BooleanField()))
    found = told.order_by("-games", "opponent").values_list(
        "opponent__username", kind_of("opponent"), "games", "ahead", "level", "behind", "open"
    )
    return [Opponent(*row) for row in found[:OPPONENTS]]
