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
from games.results.rating_reading import POOLS, Place, Pool, results_from
from games.results.rating_steps import rate_some, users_who_may_be_listed

_FIRST = datetime(1970, 1, 1, tzinfo=UTC)


@transaction.atomic
def recompute_from(place: Place) -> None:
    """Redo the ratings from ``place`` on, or leave many due."""
    lock_ledger()
    due = _due(place.pool)
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
    changes = RatingChange.objects.filter(**{name: OuterRef(name) for name in Pool._fields})
    theirs = Q(user=OuterRef("user")) | Q(former=OuterRef("former"))
    Rating.objects.filter(~Exists(changes.filter(theirs))).delete()
    for pool in POOLS:
        _leave_due(Place(pool.players, _FIRST, 0, pool.bot_accounts))


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
    places = [Place(*row) for row in RatingsDue.objects.values_list(*Place._fields)]
    return sum(results_from(place).values("game").distinct().count() for place in places)


def due_from() -> dict[Pool, Place]:
    """Return the place from which on ratings are due, by pool."""
    rows = RatingsDue.objects.values_list(*Place._fields)
    return {place.pool: place for place in (Place(*row) for row in rows)}


@transaction.atomic
def list_or_hide(*, user: AbstractUser) -> None:
    """Update whether leaderboards list the user's ratings."""
    lock_ledger()
    ratings = Rating.objects.filter(user=user.pk)
    ratings.update(listed=False, provisional=False)
    enough = Q(games__gte=LISTED_FROM, people__gte=LISTED_FROM_PEOPLE)
    for bot_accounts in (False, True):
        if users_who_may_be_listed([user.pk], bot_accounts=bot_accounts):
            those = ratings.filter(bot_accounts=bot_accounts)
            those.filter(enough).update(listed=True)
            those.filter(~enough).update(provisional=True)


@transaction.atomic
def _work_off_some() -> int | None:
    if not RatingsDue.objects.exists():
        return None
    lock_ledger()
    # Ratings follow from results, so these come first.
    if Ledger.objects.filter(recounted_to__isnull=False).exists():
        return None
    row = RatingsDue.objects.order_by(*Pool._fields).values_list(*Place._fields).first()
    if row is None:
        return None
    place = Place(*row)
    done = rate_some(place)
    if done.after is None:
        RatingsDue.objects.filter(**place.pool.match()).delete()
        _note_if_all_are_new()
    else:
        _leave_due(done.after)
    return done.games


def _note_if_all_are_new() -> None:
    if not RatingsDue.objects.exists():
        begun = Ledger.objects.filter(rating_anew=True)
        begun.update(rating_anew=False, rated_anew_at=timezone.now())


def _due(pool: Pool) -> Place | None:
    row = RatingsDue.objects.filter(**pool.match()).values_list(*Place._fields).first()
    return Place(*row) if row else None


def _leave_due(place: Place) -> None:
    RatingsDue.objects.update_or_create(
        **place.pool._asdict(), defaults={"ended_at": place.ended_at, "game_id": place.game_id}
    )
