"""Playing plans: a sweep finds those whose turn has come. Writes.

Nobody else's move knows of plans. Each step locks the game and looks again whether it is needed, so
that any message may be lost or come twice.
"""

import logging
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.live import announce, watching
from games.log.replay import Log
from games.log.store import lock
from games.models import Actor, Game, GameStatus, Plan
from games.play.move import enter_move
from games.play.plans import waits
from games.play.plans.keeping import OwnPlan, holds, own_plan
from games.play.plans.outcomes import write_outcome
from games.play.plans.resting import not_before
from games.rules.errors import RuleError
from games.rules.moves import Move
from games.rules.orders import Reason, Tried, fitting

logger = logging.getLogger(__name__)

AT_ONCE = 500
SOON = timedelta(seconds=6)
"""Moves due within this time are asked for now: a little more than until the next sweep."""


class Due(NamedTuple):
    """A plan to be played soon."""

    seat_id: int
    seconds: float
    """From now."""


def look_at_plans(*, now: datetime) -> list[Due]:
    """Decide on the plans whose turn has come; return those to be played soon."""
    found = []
    for seat_id, planned in _waiting(now):
        try:
            due = decide(seat_id=seat_id) if _is_undecided(planned, now) else planned
        except SoftTimeLimitExceeded:
            raise
        # One unreadable game must not hold up all others.
        except Exception:
            # It says of no game that there is a plan.
            logger.exception("A plan could not be looked at")
            continue
        if due is not None and due <= now + SOON:
            found.append(Due(seat_id, max((due - now).total_seconds(), 0)))
    return found


def decide(*, seat_id: int) -> datetime | None:
    """Draw when to play a plan, if one of its orders fits; otherwise put it away.

    Return when it is due; None if it waits for something else, or is gone. Once its time is over
    it waits for the clock, which may have time to give back.
    """
    with transaction.atomic():
        found = _locked(seat_id)
        if found is None or not found.is_on:
            return None
        now, plan = timezone.now(), found.plan
        if not _is_undecided(plan.due_at, now):
            return plan.due_at
        if found.deadline is not None and found.deadline <= now:
            return None
        if found.choice().move is None:
            _give_up(found)
            return None
        start = max(not_before(found.player_id, found.game, now, found.deadline), now)
        turn = waits.Turn(
            began_at=found.log.began_at if start == now else start,
            turn_seconds=found.game.turn_seconds,
            deadline=found.deadline,
            looking=start == now and watching.is_watched(found.at_the_table),
        )
        due = waits.due_at(turn, now=start)
        Plan.objects.filter(pk=seat_id).update(due_at=due)
    return due


def play_plan(*, seat_id: int) -> bool:
    """Play a plan that is due; return whether a move was made.

    The move, the end of the plan and what its player is told of it are one transaction.
    """
    try:
        with transaction.atomic():
            return _play(seat_id)
    except RuleError as refusal:
        # A sanction, which a moderator may have put since the plan was made.
        with transaction.atomic():
            if (found := _locked(seat_id)) is not None:
                _give_up(found, refusal.code)
        return False


def _play(seat_id: int) -> bool:
    found = _locked(seat_id, with_player=True)
    now = timezone.now()
    if found is None or not _is_time(found.plan.due_at, now):
        return False
    if not found.is_on or not_before(found.player_id, found.game, now, found.deadline) > now:
        Plan.objects.filter(pk=seat_id).update(due_at=None)
        return False
    tried, move = found.choice()
    if move is None:
        _give_up(found)
        return False
    # Before the move: where that ends the game, nothing may be locked after the ledger.
    log, plan = found.log, found.plan
    write_outcome(seat_id=seat_id, seq=log.state.seq, version=log.version, tried=tried, at=now)
    if not plan.by_token:
        _note_visit(found.player_id, now)
    enter_move(
        game_id=log.game_id,
        seat=found.seat,
        move=move,
        seq=log.state.seq,
        actor=Actor.PLAYER,
        by_token=plan.by_token,
    )
    return True


class _Choice(NamedTuple):
    tried: list[Tried]
    """The orders before it, which don't fit."""
    move: Move | None


class _Locked(NamedTuple):
    """A plan, under its game's lock."""

    seat_id: int
    seat: int
    player_id: int
    game: Game
    log: Log
    plan: OwnPlan

    @property
    def is_on(self) -> bool:
        """Whether its seat's turn has come, and nothing holds the game up."""
        log = self.log
        is_oriented = log.state.round is not None and log.state.round.oriented
        return is_oriented and not log.paused and self.seat in log.people_to_act

    @property
    def deadline(self) -> datetime | None:
        return self.log.deadline_of(self.seat, self.game.turn_seconds)

    @property
    def at_the_table(self) -> str:
        """Where its player's pages of the game are."""
        return watching.person_at(self.player_id, self.game.public_id)

    def choice(self) -> _Choice:
        """Return the first order that fits, as a move."""
        state = self.log.state.round
        assert state is not None
        tried: list[Tried] = []
        for order in self.plan.orders:
            found = fitting(order, state, self.seat)
            if not isinstance(found, Reason):
                return _Choice(tried, found)
            tried.append(Tried(order, order.shown(state.hands[self.seat]), found))
        return _Choice(tried, None)

    def all_for(self, code: str) -> list[Tried]:
        """Return all orders, none of which may be played because of ``code``."""
        state = self.log.state.round
        assert state is not None
        why, hand = Reason(code, state.owner, state.active), state.hands[self.seat]
        return [Tried(order, order.shown(hand), why) for order in self.plan.orders]


def _waiting(now: datetime) -> list[tuple[int, datetime | None]]:
    """Return the plans of seats that are to act, undecided or due soon, and when they are due."""
    plans = Plan.objects.filter(
        Q(due_at=None) | Q(due_at__lte=now + SOON),
        Q(seat__summary__deadline=None) | Q(seat__summary__deadline__gt=now),
        seat__user__isnull=False,
        seat__summary__to_act=True,
        seat__summary__kept=False,
        seat__summary__left=False,
        seat__game__summary__status=GameStatus.RUNNING,
        seat__game__summary__halted=False,
        seat__game__summary__paused_since=None,
    )
    return list(plans.order_by("due_at", "pk").values_list("pk", "due_at")[:AT_ONCE])


def _is_undecided(due: datetime | None, now: datetime) -> bool:
    """Whether to draw anew: what was held up is not played the moment that it can be."""
    return due is None or due < now - waits.LATE


def _is_time(due: datetime | None, now: datetime) -> bool:
    """Whether to play now; a message that was held up comes too late for that."""
    return due is not None and due <= now and not _is_undecided(due, now)


def _locked(seat_id: int, *, with_player: bool = False) -> _Locked | None:
    """Lock a plan's game; return None if it is gone, or its seat has decided since."""
    rows = Plan.objects.filter(pk=seat_id, seat__user__isnull=False)
    where = rows.values_list("seat__game_id", "seat__number", "seat__user_id").first()
    if where is None:
        return None
    game_id, seat, player_id = where
    if with_player:
        _users(player_id).select_for_update(no_key=True).values_list("pk").first()
    game, log = lock(game_id)
    # The plan goes, and its seat changes hands, only under this lock.
    row = rows.filter(seat__user=player_id).first()
    if row is None:
        return None
    plan = own_plan(row)
    if log.over or not holds(plan, log, seat):
        row.delete()
        return None
    return _Locked(seat_id, seat, player_id, game, log, plan)


def _give_up(found: _Locked, code: str = "") -> None:
    """Put a plan away, and note why: what each order lacks, or ``code`` for all."""
    seq, now = found.log.state.seq, timezone.now()
    tried = found.all_for(code) if code else found.choice().tried
    Plan.objects.filter(pk=found.seat_id).delete()
    write_outcome(seat_id=found.seat_id, seq=seq, version=None, tried=tried, at=now)
    announce.said(found.game, [found.player_id])


def _note_visit(player_id: int, now: datetime) -> None:
    """Note the day as if the move had been made by hand."""
    today = now.date()
    seen_before = Q(last_seen=None) | Q(last_seen__lt=today)
    _users(player_id).filter(seen_before).update(last_seen=today)


def _users(player_id: int) -> QuerySet[Any]:
    return get_user_model()._default_manager.filter(pk=player_id)
