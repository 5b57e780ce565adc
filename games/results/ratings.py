"""Ratings follow from the rated games in the order of their ends, and from nothing else.

Whatever changes what a rated game counts (its end, its being voided later) calls
``recompute_from``: from that place in the order on, ratings are made again. Usually it is the last
place, and one game is computed. Two games that end at the same moment come one after the other
(the ledger is locked); should the later one be entered first, it is computed once more after the
earlier one. So the figures never depend on who was quicker.

Where very many games come after the place, nobody has to wait for them all: ``GAMES_AT_ONCE`` are
computed, and a row of ``RatingsDue`` says from where on a worker is to go on (``work_off``). Until
then pages show the ratings that there are, and games that end are rated when it is their turn.
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

_FIRST = datetime(1970, 1, 1, tzinfo=UTC)


@transaction.atomic
def recompute_from(place: Place) -> None:
    """Make the ratings again from ``place`` on: few at once, of more the rest is left due."""
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
    """Leave all ratings to be made again from the first rated game on."""
    lock_ledger()
    changes = RatingChange.objects.filter(players=OuterRef("players"))
    theirs = Q(user=OuterRef("user")) | Q(former=OuterRef("former"))
    Rating.objects.filter(~Exists(changes.filter(theirs))).delete()
    for players in range(2, 6):
        _leave_due(Place(players, _FIRST, 0))


def work_off() -> Iterator[None]:
    """Make all ratings again that are due; one step a game.

    However far one goes, what was stepped over is done.
    """
    # Most of the time there is nothing to do, and nothing to lock for it.
    while RatingsDue.objects.exists() and (games := _work_off_some()) is not None:
        yield from [None] * games


def games_due() -> int:
    """How many games ``work_off`` will go through, as far as can be told now."""
    places = [Place(*row) for row in RatingsDue.objects.values_list()]
    return sum(results_from(place).values("game").distinct().count() for place in places)


def is_due(place: Place) -> bool:
    """Whether the ratings at ``place`` are still to be made again."""
    due = _due(place.players)
    return due is not None and due <= place


@transaction.atomic
def list_or_hide(*, user: AbstractUser) -> None:
    """Put the ratings of ``user`` on the leaderboards, or take them off, as the user's row says."""
    lock_ledger()
    ratings = Rating.objects.filter(user=user.pk)
    ratings.update(listed=False)
    if get_user_model().objects.filter(MAY_BE_LISTED, pk=user.pk).exists():
        ratings.filter(games__gte=LISTED_FROM).update(listed=True)


@transaction.atomic
def _work_off_some() -> int | None:
    """Make some of the ratings again that are due; of how many games, None if none were due."""
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
    """Note that everything from ``place`` on is to be made again, and nothing before it."""
    RatingsDue.objects.update_or_create(
        players=place.players, defaults={"ended_at": place.ended_at, "game_id": place.game_id}
    )
