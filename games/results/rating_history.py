"""Ratings for pages."""

from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import F, Q, Subquery
from django.db.models.functions import Mod

from games.models import NOT_OVER, Rating, RatingChange, Seat
from games.results.profiles import profile_open
from games.results.rating_model import NEW, Shown, Skill, shown

User = AbstractUser | AnonymousUser

MOST_POINTS = 200


class RatingOf(NamedTuple):
    """A rating and its state."""

    players: int
    shown: Shown
    games: int
    listed: bool
    mu: float


class Changed(NamedTuple):
    """What a game did to a rating."""

    before: Shown
    after: Shown

    @property
    def by(self) -> int:
        return self.after.rating - self.before.rating


class Point(NamedTuple):
    """A rating after a rated game; number 0 is the start."""

    number: int
    shown: Shown
    by: int | None
    """The displayed change; None for the start."""


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
    """None if unrated."""


def ratings_of(*, player: AbstractUser) -> dict[int, RatingOf]:
    """Return ratings by number of players."""
    rows = Rating.objects.filter(user=player.pk).order_by("players")
    return {
        players: RatingOf(players, shown(Skill(mu, sigma)), games, listed, mu)
        for players, mu, sigma, games, listed in rows.values_list(
            "players", "mu", "sigma", "games", "listed"
        )
    }


def curve_of(*, player: AbstractUser, of: RatingOf, last: int | None) -> Curve:
    """Return the curve over the ``last`` games (None: all)."""
    count = min(last or of.games, of.games)
    changes = RatingChange.objects.filter(
        user=player.pk, players=of.players, number__gt=of.games - count
    )
    step = -(-count // MOST_POINTS) or 1
    best = changes.order_by("-mu", "-number").values("pk")[:1]
    drawn = changes.annotate(rest=Mod(of.games - F("number"), step))
    rows = drawn.filter(Q(rest=0) | Q(pk=Subquery(best))).order_by("number")
    points = []
    for number, mu_before, sigma_before, mu, sigma in rows.values_list(
        "number", "mu_before", "sigma_before", "mu", "sigma"
    ):
        changed = Changed(shown(Skill(mu_before, sigma_before)), shown(Skill(mu, sigma)))
        points.append(Point(number, changed.after, changed.by))
    # A single game needs the start to make a curve.
    return Curve(count, points if len(points) > 1 else [Point(0, shown(NEW), None), *points])


def top_share(of: RatingOf) -> float | None:
    """Return the rating's top share of the leaderboard, if listed."""
    if not of.listed:
        return None
    listed = Rating.objects.filter(players=of.players, listed=True)
    return (listed.filter(mu__gt=of.mu).count() + 1) / max(1, listed.count())


def sits_in_a_rated_game(*, user: AbstractUser) -> bool:
    """Return whether ``user`` sits in an unfinished rated game."""
    seats = Seat.objects.filter(user=user.pk, game__rated=True, summary__left=False)
    return seats.filter(game__summary__status__in=NOT_OVER).exists()


def profiles_at(*, game_id: int, viewer: User) -> list[Profiled]:
    """Return the profiles ``viewer`` may see."""
    seen = profile_open(of="user", viewer=viewer)
    rows = Seat.objects.filter(seen, game=game_id).order_by("number")
    change = ("rating_change__mu_before", "rating_change__sigma_before")
    after = ("rating_change__mu", "rating_change__sigma")
    return [
        Profiled(
            seat,
            name,
            None
            if mu is None
            else Changed(shown(Skill(mu_before, sigma_before)), shown(Skill(mu, sigma))),
        )
        for seat, name, mu_before, sigma_before, mu, sigma in rows.values_list(
            "number", "user__username", *change, *after
        )
    ]
