"""Couples of worlds that differ in one player's plan alone.

The same people, times, keys and cards; in one of them somebody has planned. Of what follows, the
same move at the same time is made once from the plan and once by hand.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum
from itertools import count
from random import Random
from typing import Any, NamedTuple
from unittest import mock

import time_machine
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.test import TestCase
from django.utils import timezone

from accounts.models import User
from games.api.answers import game_json
from games.live import channel
from games.log import store
from games.log.kept import keep
from games.log.replay import Log
from games.models import Actor, Game, GameSummary, Move, Notice, Plan, Seat, SeatSummary
from games.play.move import enter_move
from games.play.plans.keeping import put_plan
from games.play.plans.playing import decide, play_plan
from games.play.stamps import stamp_for
from games.play.tables import table_at
from games.rules import game as rules
from games.rules.game import GameState
from games.rules.legal import legal_moves
from games.rules.moves import Move as RulesMove
from games.rules.moves import Show
from games.rules.orders import Order, Reason, fitting
from tests.play.plans.planned import order_of
from tests.tables import next_move

_SAVEPOINT = re.compile(r'"s\d+_x\d+"')
"""Its name counts."""
AFTER = timedelta(seconds=30)
"""How long after its turn's beginning the planner moves, from the plan and by hand."""


class Couple(NamedTuple):
    """A position, what the one to act does, and what the next player has planned for then."""

    game: Game
    seq: int
    mover: int
    move: RulesMove
    planner: int
    orders: tuple[Order, ...]
    plays: RulesMove
    seat_id: int
    planner_id: int


class Told(NamedTuple):
    """All that leaves the server for others, in order, with what was done for it."""

    looks: dict[int | None, list[object]]
    """By user; None for a stranger."""
    wakes: list[object]
    rows: list[object]
    """Of lists, of the log, and of notices to others."""
    statements: list[str]
    """Of the move of somebody else."""


def couple_at(game: Game, log: Log, chance: Random) -> Couple | None:
    """Plan for the seat after the one to act; None if nobody there can."""
    state = log.state
    if state.round is None or not state.round.oriented or not log.people_to_act:
        return None
    mover, move = next_move(state)
    after = rules.play(state, mover, move)
    if after.needs_deal or after.over or after.round is None:
        return None
    planner = after.to_act[0]
    seat = Seat.objects.filter(game=game, number=planner, user__isnull=False).first()
    if planner == mover or seat is None or seat.user_id is None:
        return None
    plays = chance.choice(legal_moves(after.round, planner))
    wanted = order_of(plays, after.round)
    misfits = _others(after, planner, chance)
    orders = (*misfits, wanted)
    return Couple(game, state.seq, mover, move, planner, orders, plays, seat.pk, seat.user_id)


def _others(after: GameState, planner: int, chance: Random) -> list[Order]:
    """Up to four orders that don't fit."""
    assert after.round is not None
    shows = [Order(Show(place, place + 1)) for place in range(len(after.round.hands[planner]))]
    misfits = [each for each in shows if isinstance(fitting(each, after.round, planner), Reason)]
    return chance.sample(misfits, min(len(misfits), chance.randrange(5)))


class With(Enum):
    """What the planner has left."""

    NOTHING = 0
    A_PLAN = 1
    A_PLAN_THAT_DOES_NOT_FIT = 2


def told_of(couple: Couple, viewers: Sequence[User | None], plan: With) -> Told:
    """Live through one world from now on, to the planner's move: by hand, if no order fits."""
    now, game, planner = timezone.now(), couple.game.pk, couple.planner
    looks: dict[int | None, list[object]] = {_key(user): [] for user in viewers}
    wakes: list[object] = []
    waker = mock.patch.object(channel, "_send", _Waker(wakes, couple))
    with _world(couple.game, now) as clock, waker:
        if plan != With.NOTHING:
            orders = couple.orders if plan == With.A_PLAN else couple.orders[:-1]
            put_plan(game_id=game, seat=planner, seq=couple.seq, orders=orders)
        _look(couple, viewers, looks)
        with _announced(), _statements() as statements:
            _enter(couple, couple.mover, couple.move, couple.seq)
        _look(couple, viewers, looks)
        with _announced():
            due = decide(seat_id=couple.seat_id)
        assert (due is not None) == (plan == With.A_PLAN)
        _look(couple, viewers, looks)
        clock.move_to(now + AFTER)
        with _announced():
            if plan == With.A_PLAN:
                Plan.objects.filter(pk=couple.seat_id).update(due_at=now + AFTER)
                assert play_plan(seat_id=couple.seat_id)
            else:
                _enter(couple, planner, couple.plays, couple.seq + 1)
        _look(couple, viewers, looks)
        rows = list(_rows(couple))
    return Told(looks, wakes, rows, statements)


def _enter(couple: Couple, seat: int, move: RulesMove, seq: int) -> None:
    enter_move(game_id=couple.game.pk, seat=seat, move=move, seq=seq, actor=Actor.PLAYER)


def _look(
    couple: Couple, viewers: Sequence[User | None], looks: dict[int | None, list[object]]
) -> None:
    for user in viewers:
        with _statements() as statements:
            viewer = user or AnonymousUser()
            stamp = stamp_for(public_id=couple.game.public_id, user=viewer)
            table = stamp and table_at(stamp)
            told = table and json.dumps(game_json(table, legal=False))
        looks[_key(user)].append((stamp and stamp.tag, told, len(statements)))


def _key(user: User | None) -> int | None:
    return None if user is None else user.pk


def _rows(couple: Couple) -> Iterator[object]:
    game = couple.game.pk
    yield list(GameSummary.objects.filter(game=game).values())
    yield list(SeatSummary.objects.filter(seat__game=game).order_by("seat").values())
    yield list(Seat.objects.filter(game=game).order_by("number").values())
    yield list(Move.objects.filter(game=game).order_by("version").values())
    yield list(Game.objects.filter(pk=game).values())
    others = Notice.objects.filter(game=game).exclude(user=couple.planner_id)
    yield list(others.order_by("pk").values())


class _Waker:
    """Note what is announced, but not what only the planner hears."""

    def __init__(self, wakes: list[object], couple: Couple) -> None:
        self._wakes = wakes
        self._own = channel.user_topic(couple.planner_id)

    def __call__(self, wake: channel.Wake, topics: list[str]) -> None:
        if topics != [self._own]:
            self._wakes.append((wake, sorted(topics)))


@contextmanager
def _world(game: Game, now: datetime) -> Iterator[Any]:
    """With the same keys of rows each time; nothing of it stays."""
    numbers = count(1)

    def drawn(length: int) -> bytes:
        return (game.pk * 10**9 + next(numbers)).to_bytes(length)

    with (
        mock.patch.object(store, "token_bytes", drawn),
        time_machine.travel(now, tick=False) as clock,
        transaction.atomic(),
    ):
        yield clock
        transaction.set_rollback(True)


@contextmanager
def _announced() -> Iterator[None]:
    """Announce as after a commit, and keep no replay of a world that goes."""
    with TestCase.captureOnCommitCallbacks() as callbacks:
        yield
    for callback in callbacks:
        if getattr(callback, "func", None) is not keep:
            callback()


@contextmanager
def _statements() -> Iterator[list[str]]:
    found: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        found.append(_SAVEPOINT.sub("savepoint", sql))
        return execute(sql, *args)

    with connection.execute_wrapper(note):
        yield found


def keep_replay(log: Log) -> Log:
    """As the process would have it after a commit."""
    keep(replace(log, key=None))
    return log
