"""Ratings follow from the rated games in the order of their ends alone.

If very many games follow a change, ``RatingsDue`` says where a worker continues; until then pages
show existing ratings.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.models import Rating, RatingChange, RatingsDue
from games.people.locks import lock_ledger
from games.results.rating_model import LISTED_FROM
from games.results.rating_steps import MAY_BE_LISTED, Place, rate_some, results_from
from games.rules.cards import PLAYER_COUNTS

_FIRST = datetime(1970, 1, 1, tzinfo=UTC)


@transaction.atomic
def recompute_from(place: Place) -> None:
    """Redo the ratings from ``place`` on, or leave many due."""
    lock_ledger()
    due = _due(place.players)
    if due is None:
        place_after = rate_some(place).after
        if place_after is not None:
            _leave_due(place_after)
    elif place < due:
        _leave_due(place)


@transaction.atomic
def make_all_due() -> None:
    """Mark all ratings as due."""
    lock_ledger()
    changes = RatingChange.objects.filter(players=OuterRef("players"))
    theirs = Q(user=OuterRef("user")) | Q(former=OuterRef("former"))
    Rating.objects.filter(~Exists(changes.filter(theirs))).delete()
    for players in PLAYER_COUNTS:
        _leave_due(Place(players, _FIRST, 0))


def work_off() -> Iterator[None]:
    """Redo due ratings, one step per game; stopping early loses nothing."""
    # Usually there is nothing to do, and nothing to lock for it.
    while RatingsDue.objects.exists() and (games := _work_off_some()) is not None:
        yield from [None] * games


def games_due() -> int:
    """Return the number of games known to be due."""
    places = [Place(*row) for row in RatingsDue.objects.values_list()]
    return sum(results_from(place).values("game").distinct().count() for place in places)


def is_due(place: Place) -> bool:
    """Return whether the ratings there are due."""
    due = _due(place.players)
    return due is not None and due <= place


@transaction.atomic
def list_or_hide(*, user: AbstractUser) -> None:
    """Update whether leaderboards list the user's ratings."""
    lock_ledger()
    ratings = Rating.objects.filter(user=user.pk)
    ratings.update(listed=False)
    if get_user_model().objects.filter(MAY_BE_LISTED, pk=user.pk).exists():
        ratings.filter(games__gte=LISTED_FROM).update(listed=True)


@transaction.atomic
def _work_off_some() -> int | None:
    if not RatingsDue.objects.exists():
        return None
    lock_ledger()
    row = RatingsDue.objects.order_by("players").first()
    if row is None:
        return None
    done = rate_some(Place(row.players, row.ended_at, row.game_id))
    if done.after is None:
        row.delete()
    else:
        _leave_due(done.after)
    return done.games


def _due(players: int) -> Place | None:
    row = RatingsDue.objects.filter(players=players).values_list().first()
    return Place(*row) if row else None


def _leave_due(place: Place) -> None:
    RatingsDue.objects.update_or_create(
        players=place.players, defaults={"ended_at": place.ended_at, "game_id": place.game_id}
    )
