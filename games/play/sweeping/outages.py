"""Time given back: clocks that ran while nobody watched them run as much longer."""

import logging
from datetime import datetime, timedelta
from math import ceil

from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, transaction
from django.db.models import Q

from games.log.deadlines import Clocks
from games.log.opening import as_opened
from games.log.replay import Log
from games.log.store import append_chair_event, lock
from games.models import Actor, ChairEvent, GameSummary, Outage
from games.people.clocks import clocks_of
from games.people.seated import seated_at
from games.play.conclusion import conclude

logger = logging.getLogger(__name__)

AT_ONCE = 200
LATELY = timedelta(days=30)
_MINUTE = timedelta(minutes=1)
_MOST = 14 * 24 * 60
"""Minutes that one row says."""


def patient(now: datetime) -> datetime:
    """Return ``now`` less all outages of the last 30 days: whoever waited long waited in vain then.

    For what happens after days or weeks, and can't be undone.
    """
    lately = Outage.objects.filter(ended_at__gt=now - LATELY)
    rows = lately.values_list("began_at", "ended_at")
    return now - sum((end - begin for begin, end in rows), timedelta(0))


def give_back(*, now: datetime) -> bool:
    """Give the time of outages back, to some games at a time; return whether all have it."""
    for outage in Outage.objects.filter(given_back_at=None).order_by("began_at"):
        # A clock that a moderator has stopped may have run before.
        running = GameSummary.objects.filter(
            Q(deadline__isnull=False) | Q(halted=True, game__turn_seconds__isnull=False),
            game__gt=outage.given_back_to,
            began_at__lt=outage.ended_at,
        )
        games = list(running.order_by("game").values_list("game_id", flat=True)[:AT_ONCE])
        for game_id in games:
            try:
                _give_back(game_id, outage.pk, now)
            # Neither says anything of this game, which must not go without its time.
            except (DatabaseError, SoftTimeLimitExceeded):
                raise
            # One unreadable game must not hold up all others.
            except Exception:
                logger.exception("The clock failed in game %s", game_id)
                before = Outage.objects.filter(pk=outage.pk, given_back_to__lt=game_id)
                before.update(given_back_to=game_id)
        if len(games) == AT_ONCE:
            return False
        Outage.objects.filter(pk=outage.pk, given_back_at=None).update(given_back_at=now)
        logger.warning("All clocks have the time back from %s", outage)
    return True


def _give_back(game_id: int, outage_id: int, now: datetime) -> None:
    with transaction.atomic():
        game, log = lock(game_id)
        # Read under the lock: another sweep may have been here.
        outage = Outage.objects.get(pk=outage_id)
        if outage.given_back_to >= game_id or outage.given_back_at:
            return
        seated = seated_at(game_id)
        clocks = clocks_of(game, seated)
        minutes = _lost_minutes(log, clocks, outage)
        later = log
        while minutes > 0 and not log.over:
            later = append_chair_event(
                *(later, 0, ChairEvent.EXTEND),
                actor=Actor.CLOCK,
                now=now,
                clocks=clocks,
                to=min(minutes, _MOST),
            )
            minutes -= _MOST
        if later is not log:
            conclude(game, later, seated)
        Outage.objects.filter(pk=outage_id).update(given_back_to=game_id)


def _lost_minutes(log: Log, clocks: Clocks, outage: Outage) -> int:
    """Return how long the clock of the decision ran meanwhile, for whom it ran longest."""
    since = max(outage.began_at, log.began_at)
    until = min(outage.ended_at, log.halted_since or outage.ended_at)
    then = as_opened(log, clocks)
    lost = [then.time_between(seat, since, until) for seat in log.waited_for]
    return ceil(max(lost, default=timedelta(0)) / _MINUTE)
