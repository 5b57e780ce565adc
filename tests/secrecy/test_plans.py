"""Nobody but its player can tell a world with a plan from one without.

``make plans`` compares 10,000 pairs of what leaves the server for one person; each run a few
hundred.
"""

import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count
from random import Random

import pytest
import time_machine

from accounts.models import User
from games.live import announce
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.models import Plan
from games.play import move
from games.play.stamps import Stamp
from tests.rules.play import SEATS
from tests.sample import is_whole
from tests.secrecy.plans import Couple, With, couple_at, keep_replay, told_of
from tests.tables import play_on

NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
PAIRS = int(os.environ.get("PLANS", "0")) or (10_000 if is_whole() else 240)
PORTIONS = 8

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


def positions(portion: int) -> Iterator[tuple[Couple, list[User | None]]]:
    """Endless, in games of every size; a bot has a seat in some."""
    spectator = User.objects.create_user("Sven")
    for number in count(portion, PORTIONS):
        chance = Random(f"plans {number}")
        players = SEATS[number // PORTIONS % len(SEATS)]
        bots = {players - 1: "easy"} if players > 2 and chance.random() < 0.3 else {}
        people = [
            User.objects.create_user(f"P{number}-{seat}") for seat in range(players - len(bots))
        ]
        terms = Terms(players=players, open=True, bots=bots, turn_seconds=24 * 3600)
        game = create_game(user=people[0], terms=terms)
        for each in people[1:]:
            join(game_id=game.pk, user=each)
        state = play_on(game, players)
        while not state.over:
            log = keep_replay(load(game))
            couple = couple_at(game, log, chance)
            if couple is not None:
                others = [user for user in people if user.pk != couple.planner_id]
                yield couple, [*others, spectator, None]
            state = play_on(game, chance.randint(1, 3))


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("portion", range(PORTIONS))
def test_no_view_tag_wake_row_or_statement_tells_that_there_is_a_plan_or_was(
    portion: int,
) -> None:
    compared = 0
    for number, (couple, viewers) in enumerate(positions(portion)):
        misfit = number % 3 == 0 and len(couple.orders) > 1
        plan = With.A_PLAN_THAT_DOES_NOT_FIT if misfit else With.A_PLAN
        one, other = (told_of(couple, viewers, each) for each in (With.NOTHING, plan))
        assert len(one.looks) == len(viewers)
        assert one == other, couple
        compared += len(viewers)
        if compared >= PAIRS / PORTIONS:
            break


def only_if_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mover's transaction asks first."""

    def drop(*, seat_id: int) -> None:
        if Plan.objects.filter(seat__game__seats=seat_id).exists():
            Plan.objects.filter(pk=seat_id).delete()

    monkeypatch.setattr(move, "drop_plan_of", drop)


def with_a_wake(monkeypatch: pytest.MonkeyPatch) -> None:
    """All pages of the game hear that a plan didn't fit."""
    monkeypatch.setattr(announce, "said", announce.table_changed)


def in_a_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of everybody's page."""

    def tag(stamp: Stamp) -> tuple[object, ...]:
        return *stamp[:-1], Plan.objects.filter(seat__game=stamp.game_id).count()

    monkeypatch.setattr(Stamp, "tag", property(tag))


@pytest.mark.parametrize("leak", [only_if_there_is_one, with_a_wake, in_a_tag])
def test_a_leak_that_is_built_in_is_found(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    some = (each for each in positions(1) if len(each[0].orders) > 1)
    couple, viewers = next(some)
    plan = With.A_PLAN_THAT_DOES_NOT_FIT if leak is with_a_wake else With.A_PLAN
    one, other = (told_of(couple, viewers, each) for each in (With.NOTHING, plan))
    assert one != other
