"""Friends see of each other that they are here now, if they let them."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from games.live.watching import person, watched_of
from games.models import Actor, ChairEvent, Move, Plan, Seat

SHORTLY = timedelta(seconds=20)
LATELY = timedelta(minutes=2)
"""A move says so long that its player is here."""


def present(user_ids: Collection[int], now: datetime) -> set[int]:
    """Return who of these users is here: with a page open, or by a move made just now.

    It must not give away how a move was made. Whatever else lets moves be played in a player's
    name has to count here as that player would.
    """
    spots = {person(user_id): user_id for user_id in user_ids}
    here = {spots[spot] for spot in watched_of(list(spots))}
    return here | _moved(user_ids, since=now - LATELY) | _about_to(user_ids, until=now + SHORTLY)


def _about_to(user_ids: Collection[int], *, until: datetime) -> set[int]:
    """Return those whose plans are played shortly: by hand they would be here already."""
    plans = Plan.objects.filter(
        seat__user__in=user_ids,
        due_at__lte=until,
        # One that is held up is not played when it is due, perhaps for days.
        due_at__gt=until - LATELY,
        seat__game__summary__halted=False,
        seat__game__summary__paused_since=None,
    )
    return {user_id for user_id in plans.values_list("seat__user", flat=True) if user_id}


def _moved(user_ids: Collection[int], *, since: datetime) -> set[int]:
    made = Move.objects.filter(
        game=OuterRef("game"),
        seat=OuterRef("number"),
        actor=Actor.PLAYER,
        created_at__gt=since,
    ).exclude(type=ChairEvent.KEEP)  # Which others do.
    # Few games have changed just now.
    seats = Seat.objects.filter(user__in=user_ids, game__summary__changed_at__gt=since)
    found = seats.filter(Exists(made)).values_list("user_id", flat=True)
    return {user_id for user_id in found if user_id is not None}
