"""Claiming notices, and writing down what became of them.

A claim keeps others from sending what is under way, without a lock. Where a process dies before it
could note what became of it, the claim runs out, and the notice is sent again under the same name.
"""

import logging
from collections.abc import Callable, Collection, Set
from dataclasses import replace
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import F

from games.models import Notice, NoticeState, SentNotice, Way
from games.telling.decisions import Decision, Letter, NoticeRow
from games.telling.facts import Unit
from games.telling.letters import letter_id
from games.telling.messages import tag_of

logger = logging.getLogger(__name__)

CLAIMED_FOR = timedelta(minutes=2)
"""Longer than all attempts take that were claimed together."""
ATTEMPTS = 10
"""Over eight and a half hours, of what the other side refuses for good."""
PATIENT_ATTEMPTS = 80
"""Over three days and some hours: a destination that takes nothing is switched off before."""
FIRST_WAIT = timedelta(minutes=1)
"""Before the second try; it doubles each time."""
LONGEST_WAIT = timedelta(hours=1)
"""Between patient tries, unless the other side asks for more."""


def claim(decision: Decision, rows: Collection[NoticeRow], now: datetime) -> None:
    """Claim what ``decision`` tells, and name its letters; in the transaction that locked it.

    What was under way before, and may have arrived, is told under the name it had then: it
    replaces the first. What else there is to tell joins it.
    """
    used: set[str] = set()
    for number, letter in enumerate(decision.letters):
        named = _named(letter, rows, used)
        used.add(named.name)
        decision.letters[number] = named
        Notice.objects.filter(pk__in=letter.told).update(
            claimed_until=now + CLAIMED_FOR, sent_as=named.name, tag=named.tag
        )


def _named(letter: Letter, rows: Collection[NoticeRow], used: Set[str]) -> Letter:
    before = [row for row in rows if row.id in letter.told and row.sent_as not in ("", *used)]
    # A claim that ran out is more likely to have arrived than a failure.
    before.sort(key=lambda row: row.claimed_until is None)
    if before:
        return replace(letter, name=before[0].sent_as, tag=before[0].tag)
    return replace(letter, name=letter_id(letter), tag=tag_of(letter))


def close_unsaid(decision: Decision, now: datetime) -> None:
    """Drop and put off what no letter tells."""
    if decision.dropped:
        dropped = Notice.objects.filter(pk__in=decision.dropped)
        dropped.update(state=NoticeState.DROPPED, closed_at=now)
    for due in set(decision.put_off.values()):
        keys = [pk for pk, later in decision.put_off.items() if later == due]
        Notice.objects.filter(pk__in=keys).update(due_at=due)


def noted(user_id: int, note: Callable[[], None]) -> bool:
    """Run ``note`` in a transaction; return whether that worked, and log if not.

    What became of one message must not keep others from being noted: they would be sent twice.
    """
    try:
        try:
            with transaction.atomic():
                note()
        # An account deleted while this was noted: the second look finds it gone.
        except IntegrityError:
            with transaction.atomic():
                note()
    except DatabaseError:
        logger.exception("What became of a message to user %s could not be noted", user_id)
        return False
    return True


def close_told(
    unit: Unit,
    rows: Collection[NoticeRow],
    letter: Letter,
    decision: Decision,
    message_id: str,
    now: datetime,
) -> None:
    """Note that ``letter`` was sent; what is to be told again stays open.

    What was put off meanwhile, by its player's look, keeps that. Of an account that is gone
    meanwhile, there is nothing to note.
    """
    told = Notice.objects.filter(pk__in=letter.told)
    told.update(
        told=F("told") + 1,
        attempts=0,
        claimed_until=None,
        sent_as="",
        shown=unit.place.way == Way.PUSH,
        withdraw_at=None,
        withdraw_tries=0,
    )
    # What was to be told by the same name and is not: its own message has to have another.
    left = [row.id for row in rows if row.sent_as == letter.name and row.id not in letter.told]
    if left:
        Notice.objects.filter(pk__in=left).update(sent_as="")
    before = {row.id: row.due_at for row in rows}
    planned = dict(told.values_list("pk", "due_at"))
    here = [pk for pk in letter.told if planned.get(pk, now) <= max(before[pk], now)]
    again = {pk: decision.again[pk] for pk in here if pk in decision.again}
    for due in set(again.values()):
        told.filter(pk__in=[pk for pk in again if again[pk] == due]).update(due_at=due)
    ended = [pk for pk in here if pk not in again]
    told.filter(pk__in=ended).update(state=NoticeState.SENT, closed_at=now)
    if get_user_model().objects.filter(pk=unit.user_id).exists():
        SentNotice.objects.create(
            user_id=unit.user_id,
            way=unit.place.way,
            place=unit.place.key,
            kind=letter.kind,
            message_id=message_id,
            sent_at=now,
        )


def note_failure(
    rows: Collection[NoticeRow],
    letter: Letter,
    decision: Decision,
    now: datetime,
    *,
    patient: bool = False,
    wait: timedelta | None = None,
) -> int:
    """Try ``letter`` again later, or give it up; return the number of tries so far.

    ``patient`` if it may be the other side that is out of order, not the letter: then it is tried
    for days. ``wait`` is how long the other side asks us to wait at least. What would be told
    again later is not given up for good, and what was put off meanwhile, by its player's look,
    keeps that.
    """
    tries = 1 + max(row.attempts for row in rows if row.id in letter.told)
    told = Notice.objects.filter(pk__in=letter.told)
    told.update(claimed_until=None)
    if tries < (PATIENT_ATTEMPTS if patient else ATTEMPTS):
        pause = FIRST_WAIT * 2 ** min(tries - 1, ATTEMPTS)
        pause = max(min(pause, LONGEST_WAIT) if patient else pause, wait or FIRST_WAIT)
        told.update(attempts=tries)
        told.filter(due_at__lt=now + pause).update(due_at=now + pause)
        return tries
    for pk in letter.told:
        if (again := decision.again.get(pk)) is not None:
            told.filter(pk=pk, due_at__lte=now).update(due_at=again)
    told.filter(due_at__gt=now).update(attempts=0)
    given_up = told.filter(due_at__lte=now)
    given_up.update(attempts=tries, sent_as="", state=NoticeState.FAILED, closed_at=now)
    return tries
