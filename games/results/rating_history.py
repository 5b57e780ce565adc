"""Ratings for pages."""

from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import F, Q, Subquery
from django.db.models.functions import Mod

from games.models import NOT_OVER, Rating, RatingChange, Seat
from games.people.users import player_of
from games.results.profiles import profile_open
from games.results.rating_model import (
    LISTED_FROM,
    LISTED_FROM_PEOPLE,
    NEW,
    Shown,
    Skill,
    listable,
    shown,
)
from games.results.rating_reading import Pool

User = AbstractUser | AnonymousUser

MOST_POINTS = 200

_JUDGED = ("left", "charged", "nobody_gains", "finished", "rated")
_CHANGED = ("number", "people", "weight", "mu_before", "sigma_before", "mu", "sigma")


class ToGo(NamedTuple):
    """What a rating lacks until it is more than provisional."""

    games: int
    people: int

    @property
    def total(self) -> int:
        return self.games + self.people


class RatingOf(NamedTuple):
    """A rating and its state."""

    players: int
    bot_accounts: bool
    """Whether it is one among bot accounts."""
    shown: Shown
    games: int
    people: int
    listed: bool
    sure: float
    """The safe bound, in the model's units."""

    @property
    def pool(self) -> Pool:
        return Pool(self.players, self.bot_accounts)

    @property
    def to_go(self) -> ToGo:
        return to_go(games=self.games, people=self.people)

    @property
    def provisional(self) -> bool:
        return not listable(games=self.games, people=self.people)


class Changed(NamedTuple):
    """What a game did to a rating."""

    before: Shown
    after: Shown
    provisional: bool
    """Whether it still is after the game."""
    repeat: int
    """It counts 1/n as the n-th game with the same people."""

    @property
    def by(self) -> int:
        return self.after.rating - self.before.rating


class Point(NamedTuple):
    """A rating after a rated game; number 0 is the start."""

    number: int
    shown: Shown
    by: int | None
    """The displayed change; None for the start."""
    provisional: bool = True


class Curve(NamedTuple):
    """A rating over time."""

    games: int
    points: list[Point]
    """Oldest first; if many, thinned out evenly, keeping the best."""


class Profiled(NamedTuple):
    """A player with a profile."""

    seat: int
    name: str
    changed: Changed | None
    """None if the game changed nothing for them."""
    left: bool
    charged: bool
    """Whether they took the last place for the rating."""
    nobody_gains: bool
    finished: bool


def to_go(*, games: int, people: int) -> ToGo:
    """Return what a rating lacks after so many games against so many people."""
    return ToGo(max(0, LISTED_FROM - games), max(0, LISTED_FROM_PEOPLE - people))


def ratings_of(*, player: AbstractUser) -> dict[int, RatingOf]:
    """Return ratings by number of players, among people or, for a bot account, those."""
    among = player_of(player).is_bot
    rows = Rating.objects.filter(user=player.pk, bot_accounts=among).order_by("players")
    return {
        players: RatingOf(players, among, shown(Skill(mu, sigma)), games, people, listed, sure)
        for players, mu, sigma, games, people, listed, sure in rows.values_list(
            "players", "mu", "sigma", "games", "people", "listed", "sure"
        )
    }


def curve_of(*, player: AbstractUser, of: RatingOf, last: int | None) -> Curve:
    """Return the curve over the ``last`` games (None: all)."""
    count = min(last or of.games, of.games)
    changes = RatingChange.objects.filter(
        **of.pool.match(), user=player.pk, number__gt=of.games - count
    )
    step = -(-count // MOST_POINTS) or 1
    best = changes.order_by("-mu", "-number").values("pk")[:1]
    drawn = changes.annotate(rest=Mod(of.games - F("number"), step))
    rows = drawn.filter(Q(rest=0) | Q(pk=Subquery(best))).order_by("number")
    points = []
    for number, people, mu_before, sigma_before, mu, sigma in rows.values_list(
        "number", "people", "mu_before", "sigma_before", "mu", "sigma"
    ):
        before, after = shown(Skill(mu_before, sigma_before)), shown(Skill(mu, sigma))
        provisional = not listable(games=number, people=people)
        points.append(Point(number, after, after.rating - before.rating, provisional))
    # A single game needs the start to make a curve.
    return Curve(count, points if len(points) > 1 else [Point(0, shown(NEW), None), *points])


def place_of(of: RatingOf) -> int | None:
    """Return the rating's place on the leaderboard, if listed."""
    if not of.listed:
        return None
    listed = Rating.objects.filter(**of.pool.match(), listed=True)
    return listed.filter(sure__gt=of.sure).count() + 1


def sits_in_a_rated_game(*, user: AbstractUser) -> bool:
    """Return whether ``user`` sits in an unfinished rated game."""
    seats = Seat.objects.filter(user=user.pk, game__rated=True, summary__left=False)
    return seats.filter(game__summary__status__in=NOT_OVER).exists()


def profiles_at(*, game_id: int, viewer: User) -> list[Profiled]:
    """Return the profiles ``viewer`` may see."""
    seen = profile_open(of="user", viewer=viewer)
    rows = Seat.objects.filter(seen, game=game_id).order_by("number")
    told = rows.select_related("user", "result", "rating_change").only(
        *("number", "user__username"),
        *(f"result__{name}" for name in _JUDGED),
        *(f"rating_change__{name}" for name in _CHANGED),
    )
    return [_profiled(seat) for seat in told]


def _profiled(seat: Any) -> Profiled:
    result, change = getattr(seat, "result", None), getattr(seat, "rating_change", None)
    return Profiled(
        seat=seat.number,
        name=seat.user.get_username(),
        changed=change
        and Changed(
            before=shown(Skill(change.mu_before, change.sigma_before)),
            after=shown(Skill(change.mu, change.sigma)),
            provisional=not listable(games=change.number, people=change.people),
            repeat=round(1 / change.weight),
        ),
        left=bool(result and result.left),
        charged=bool(result and result.charged),
        nobody_gains=bool(result and result.rated and result.nobody_gains),
        finished=bool(result and result.finished),
    )
