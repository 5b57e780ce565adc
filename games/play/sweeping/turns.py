"""Which games' turns to take now: none while something is wrong with the time."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games.models import ClockState, GameSummary, Outage
from games.play.clock import due_games
from games.play.sweeping.outages import give_back

logger = logging.getLogger(__name__)

OUTAGE_FROM = timedelta(minutes=2)
"""The clock looks every few seconds; longer without a look, it was away."""
SKEW = timedelta(seconds=30)
"""This machine's clock and the database's may differ by this much."""
FEW = 50
"""The number of games that may always be due at once, whatever there has been before."""
FAR_MORE = 5
"""Times the most there have been."""


def turns_to_take(*, now: datetime) -> list[int]:
    """Note that the clock looks at ``now``; return the games whose turns it may take.

    ``now`` is the database's time. None while that differs from this machine's, while games have
    not got back the time in which nobody looked, or while far more is due than ever: a person has
    to say that this is right (``let_go``).
    """
    state = note_look(now)
    if state is None or not give_back(now=now) or _is_held(state, now):
        return []
    return due_games(now=now)


def note_look(now: datetime) -> ClockState | None:
    """Note that somebody looks at the clocks, and since when nobody has.

    None, with nothing noted, while this machine's time is not the database's: one of them is wrong.
    """
    ahead = timezone.now() - now
    if abs(ahead) > SKEW:
        logger.error("This machine's clock is %s ahead of the database's", ahead)
        return None
    ClockState.objects.get_or_create(pk=1, defaults={"looked_at": now})
    with transaction.atomic():
        state = ClockState.objects.select_for_update().get(pk=1)
        if now - state.looked_at > OUTAGE_FROM:
            Outage.objects.create(began_at=state.looked_at, ended_at=now)
            logger.warning("Nobody looked at the clocks from %s to %s", state.looked_at, now)
        state.looked_at = now
        state.save(update_fields=["looked_at"])
    return state


def is_just_back(now: datetime) -> bool:
    """Return whether an outage ended lately, or is about to: what waited then was held up."""
    away = ClockState.objects.filter(looked_at__lt=now - OUTAGE_FROM)
    return away.exists() or Outage.objects.filter(ended_at__gt=now - OUTAGE_FROM).exists()


def _is_held(state: ClockState, now: datetime) -> bool:
    due = GameSummary.objects.filter(deadline__lte=now).count()
    held = due > max(FEW, FAR_MORE * state.most_due)
    rows = ClockState.objects.filter(pk=state.pk)
    if held and state.held_since is None:
        logger.error("Turns are due in %s games, far more than ever: a person has to say so", due)
        rows.update(held_since=now, held_due=due)
    elif held and due != state.held_due:
        rows.update(held_due=due)
    elif not held and (state.held_since is not None or due > state.most_due):
        rows.update(held_since=None, held_due=0, most_due=max(due, state.most_due))
    return held


def held() -> ClockState | None:
    """Return how the clock stands if it waits for a person's word."""
    return ClockState.objects.filter(held_since__isnull=False).first()


def let_go() -> int:
    """Say that what is due is right; return in how many games turns will be taken."""
    with transaction.atomic():
        state = ClockState.objects.select_for_update().filter(held_since__isnull=False).first()
        if state is None:
            return 0
        state.most_due = max(state.most_due, state.held_due)
        state.held_since = None
        due, state.held_due = state.held_due, 0
        state.save()
    return due
