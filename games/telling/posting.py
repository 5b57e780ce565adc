"""Sending pushes and hooks: due notices are claimed, decided on, posted, and closed.

No lock is held while others answer.
"""

import logging
import time
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from random import sample
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from games.live.counted import FAILED, SENT, TOLD
from games.lobby.waiting import counts_for
from games.models import Destination, Way
from games.notices.schedule import schedule_hook_off
from games.telling.closing import claim, close_told, close_unsaid, note_failure, noted
from games.telling.decisions import Decision, Letter, NoticeRow
from games.telling.destinations import note_delivered
from games.telling.destinations import note_failure as note_failing
from games.telling.facts import Unit, public_rounds
from games.telling.gather import Rows, decisions, due_units, open_rows, sent_to, whole
from games.telling.letters import subject_games
from games.telling.messages import message_for
from games.telling.post.errors import DeliveryError, FailedError
from games.telling.post.message import Message
from games.telling.post.send import SIDE_BY_SIDE, attempt

logger = logging.getLogger(__name__)

WAYS = (Way.PUSH, Way.HOOK)
AT_ONCE = 50
MOST_POSTS = 100
"""In one batch: so many can be sent again if its process dies."""


class _Post(NamedTuple):
    unit: Unit
    rows: list[NoticeRow]
    decision: Decision
    letter: Letter
    destination: Destination
    message: Message


def post_due(*, seconds: float = 20) -> int:
    """Send due pushes and hooks for about ``seconds``; return the number of those accepted.

    Processes may run at once.
    """
    end = time.monotonic() + seconds
    looked_at: set[Unit] = set()
    sent = 0
    with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
        while time.monotonic() < end:
            units = due_units(WAYS) - looked_at
            if not units:
                break
            chosen = sample(sorted(units), min(len(units), AT_ONCE))
            looked_at.update(chosen)
            posts, rest = _claimed(chosen)
            looked_at -= rest
            outcomes = pool.map(_attempt, posts)
            for post, error in zip(posts, outcomes, strict=True):
                sent += _note(post, error)
    return sent


def _claimed(units: Collection[Unit]) -> tuple[list[_Post], set[Unit]]:
    """Claim what is due to these units; return what to send, and for whom there is more."""
    with transaction.atomic():
        rows = whole(open_rows(units, lock=True))
        now = timezone.now()
        decided = decisions(rows, sent_to(units, now), now)
        rest: set[Unit] = set()
        room = MOST_POSTS
        for unit, decision in decided.items():
            close_unsaid(decision, now)
            if len(decision.letters) > room:
                del decision.letters[room:]
                rest.add(unit)
            room -= len(decision.letters)
            claim(decision, rows[unit], now)
    return list(_posts(rows, decided, now)), rest


def _posts(rows: Rows, decided: Mapping[Unit, Decision], now: datetime) -> Iterator[_Post]:
    letters = [letter for decision in decided.values() for letter in decision.letters]
    rounds = public_rounds({game for letter in letters for game in subject_games(letter)})
    keys = {unit.place.key for unit in decided}
    destinations = Destination.objects.in_bulk(list(keys))
    counts = counts_for({unit.user_id for unit in decided})
    for unit, decision in decided.items():
        destination = destinations.get(unit.place.key)
        for letter in decision.letters if destination else ():
            assert destination is not None
            try:
                message = message_for(letter, unit.place, rounds, counts.get(unit.user_id, 0), now)
            # One message that can't be made must not hold up all others.
            except Exception:
                logger.exception("A message to user %s could not be composed", unit.user_id)
                note_failure(rows[unit], letter, decision, now)
            else:
                yield _Post(unit, rows[unit], decision, letter, destination, message)


def _attempt(post: _Post) -> DeliveryError | None:
    return attempt(post.destination, post.message)


def _note(post: _Post, error: DeliveryError | None) -> bool:
    """Note what became of ``post``; return whether it was accepted."""
    now = timezone.now()
    TOLD.labels(post.unit.place.way, FAILED if error else SENT).inc()
    if error is None:
        noted(post.unit.user_id, lambda: _note_accepted(post, now))
        return True
    noted(post.unit.user_id, lambda: _note_failed(post, error, now))
    return False


def _note_accepted(post: _Post, now: datetime) -> None:
    note_delivered(post.destination.pk)
    close_told(post.unit, post.rows, post.letter, post.decision, post.message.id, now)


def _note_failed(post: _Post, error: DeliveryError, now: datetime) -> None:
    key, user_id = post.destination.pk, post.unit.user_id
    wait = error.retry_after if isinstance(error, FailedError) else None
    tries = note_failure(post.rows, post.letter, post.decision, now, patient=True, wait=wait)
    # The page of devices shows which are off; this news is about webhooks.
    if note_failing(key, error, now) and post.unit.place.way == Way.HOOK:
        schedule_hook_off(user_id=user_id, destination_id=key)
    logger.warning(
        "A %s to user %s failed (try %s): %s", post.unit.place.way, user_id, tries, error
    )
