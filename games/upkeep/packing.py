"""Packing the logs of games that ended long ago. Writes.

A log of 100 moves takes 35 kB as rows, and 6 kB packed; every reader gets the same rows.
"""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from games.log.packing import pack
from games.models import OVER, Game, GameSummary, Hand, Move, PackedLog, Round
from games.upkeep.verify import log_fault
from games.upkeep.verify_reading import read_written

logger = logging.getLogger(__name__)

AFTER = timedelta(days=31)
"""How long nothing has happened in a game whose log is packed. So whoever counts the moves of the
last 30 days in SQL finds all of them."""
_AGAIN = timedelta(days=1)
"""After this, the worker tries again to pack a log that it couldn't."""


def pack_due(*, now: datetime, retry: bool = True) -> Iterator[bool]:
    """Pack each game that is due, the oldest first, and yield whether it could be.

    Without ``retry``, leave out those that failed within a day. Only games that aren't packed have
    rows of rounds, so this looks at a month of games, and some.
    """
    due = Round.objects.filter(
        number=0,
        created_at__lt=now - AFTER,
        game__summary__status__in=OVER,
        game__summary__changed_at__lt=now - AFTER,
    )
    for game_id in due.order_by("created_at").values_list("game_id", flat=True):
        failed = f"not-packed-{game_id}"
        if not retry and now.timestamp() < cache.get(failed, 0.0):
            continue
        try:
            packed = pack_log(game_id, before=now - AFTER)
        except SoftTimeLimitExceeded:
            raise
        # One faulty log must not hold up all others.
        except Exception:
            logger.exception("The log of game %s can't be packed", game_id)
            packed = False
        if not packed and not retry:
            cache.set(failed, (now + _AGAIN).timestamp(), _AGAIN.total_seconds())
        yield packed


def pack_log(game_id: int, *, before: datetime) -> bool:
    """Pack the log of a game in which nothing has happened since ``before``; return whether it is.

    Faulty logs stay as they are: nothing of what they show is lost. Raise ``ValueError`` if rows
    have impossible values.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        over = GameSummary.objects.filter(game=game, status__in=OVER, changed_at__lt=before)
        if not over.exists() or PackedLog.objects.filter(game=game).exists():
            return False
        written = read_written([game])[game_id]
        if fault := log_fault(written):
            logger.error("The log of game %s is not packed: %s", game_id, fault)
            return False
        rows = written.rows
        PackedLog.objects.create(
            game=game, moves=len(rows.moves), rows=pack(rows), packed_at=timezone.now()
        )
        # In this order: the database lets a hand be deleted whose round says which game's it is.
        Move.objects.filter(game=game_id).delete()
        Hand.objects.filter(round__game=game_id).delete()
        # Without a look for moves that point there: no index finds them, and there are none.
        dealt = Round.objects.filter(game=game_id)
        dealt._raw_delete(dealt.db)
    return True
