"""Profiles and records agree on games left, kept by bots, paused or extended."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from games.log.store import append_chair_event, load, replay
from games.models import Actor, ChairEvent, Game
from games.play.chairs import leave, take_back
from games.play.conclusion import conclude
from games.rules.game import GameState
from games.rules.replays import in_play
from tests.pages.seats import keep_chair, one_move, summary
from tests.results.finished import finished, player, table
from tests.results.test_pages_and_records import faults_of
from tests.tables import play_on

pytestmark = pytest.mark.django_db


def later(game: Game, seconds: int, act: Callable[[], object]) -> None:
    """Seconds count from the last event in `game`."""
    with time_machine.travel(summary(game).changed_at + timedelta(seconds=seconds), tick=False):
        act()


def event(game: Game, kind: ChairEvent, minutes: int | None = None) -> None:
    """By a moderator."""
    with transaction.atomic():
        actor, now = Actor.MODERATOR, timezone.now()
        conclude(game, append_chair_event(replay(game), 0, kind, actor=actor, now=now, to=minutes))


def to_a_turn(game: Game, *, of: int, number: int) -> None:
    while (state := load(game).state).round_number < number or turn_of(state) != of:
        later(game, 29, partial(one_move, game))


def turn_of(state: GameState) -> int | None:
    """None while hands are turned."""
    return state.to_act[0] if in_play(state) else None


@pytest.mark.slow
def test_figures_agree_on_games_whose_chairs_changed_hands_or_whose_clock_stood() -> None:
    left = table("Maya", "Bruno", "Ilse")
    to_a_turn(left, of=1, number=1)
    leave(game_id=left.pk, seat=1)
    left_first = table("Bruno", "Maya")
    leave(game_id=left_first.pk, seat=1)
    kept = table("Maya", "Bruno")
    keep_chair(kept, 1)
    later(kept, 7000, lambda: take_back(game_id=kept.pk, seat=1))
    stood = table("Maya", "Bruno")
    to_a_turn(stood, of=1, number=0)
    for after, kind, minutes in (
        (300, ChairEvent.PAUSE, None),
        (90_000, ChairEvent.RESUME, None),
        (600, ChairEvent.EXTEND, 60),
    ):
        later(stood, after, partial(event, stood, kind, minutes))
    for game in (left, left_first, kept, stood):
        later(game, 1200, partial(play_on, game))
    finished("Maya", bots=2)
    people = [player(name) for name in ("Maya", "Bruno", "Ilse")]
    assert list(faults_of(people)) == []
