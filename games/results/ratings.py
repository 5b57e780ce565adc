"""Ratings follow from the rated games in the order of their ends alone.

If very many games follow a change, ``RatingsDue`` says where a worker continues; until then pages
show existing ratings.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.models import Ledger, Rating, RatingChange, RatingsDue
from games.people.locks import lock_ledger
from games.results.rating_model import LISTED_FROM, LISTED_FROM_PEOPLE
from games.results.rating_reading import Place, results_from
from games.results.rating_steps import rate_some, users_who_may_be_listed
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
    """Mark all ratings as due, to be worked out anew."""
    lock_ledger()
    Ledger.objects.update(rating_anew=True)
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


def worked_out_anew_at() -> datetime | None:
    """Return when all ratings were last worked out anew, if ever."""
    return Ledger.objects.values_list("rated_anew_at", flat=True).first()


def games_due() -> int:
    """Return the number of games known to be due."""
    places = [Place(*row) for row in RatingsDue.objects.values_list()]
    return sum(results_from(place).values("game").distinct().count() for place in places)


def due_from() -> dict[int, Place]:
    """Return the place from which on ratings are due, by number of players."""
    return {row[0]: Place(*row) for row in RatingsDue.objects.values_list()}


@transaction.atomic
def list_or_hide(*, user: AbstractUser) -> None:
    """Update whether leaderboards list the user's ratings."""
    lock_ledger()
    ratings = Rating.objects.filter(user=user.pk)
    ratings.update(listed=False, provisional=False)
    if users_who_may_be_listed([user.pk]):
        enough = Q(games__gte=LISTED_FROM, people__gte=LISTED_FROM_PEOPLE)
        ratings.filter(enough).update(listed=True)
        ratings.filter(~enough).update(provisional=True)


@transaction.atomic
def _work_off_some() -> int | None:
    if not RatingsDue.objects.exists():
        return None
    lock_ledger()
    # Ratings follow from results, so these come first.
    if Ledger.objects.filter(recounted_to__isnull=False).exists():
        return None
    row = RatingsDue.objects.order_by("players").first()
    if row is None:
        return None
    done = rate_some(Place(row.players, row.ended_at, row.game_id))
    if done.after is None:
        row.delete()
        _note_if_all_are_new()
    else:
        _leave_due(done.after)
    return done.games


def _note_if_all_are_new() -> None:
    if not RatingsDue.objects.exists():
        begun = Ledger.objects.filter(rating_anew=True)
        begun.update(rating_anew=False, rated_anew_at=timezone.now())


def _due(players: int) -> Place | None:
    row = RatingsDue.objects.filter(players=players).values_list().first()
    return Place(*row) if row else None


def _leave_due(place: Place) -> None:
    RatingsDue.objects.update_or_create(
        players=place.players, defaults={"ended_at": place.ended_at, "game_id": place.game_id}
    )
