"""Signs are read from what real games leave behind, not only from rows written for a test."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.log.deadlines import parse_deadlines
from games.models import GameSummary, Move, SeatResult, SignKind
from games.order.signs.late_turns import _late_turns, _seats_of
from games.order.signs.rated_games import signs_of_rated_games
from games.play.chairs import leave
from games.play.clock import expire
from tests.results.finished import player, table
from tests.tables import play_on

pytestmark = pytest.mark.django_db


def test_games_that_one_left_before_the_end_are_short() -> None:
    for number in range(5):
        with time_machine.travel(timezone.now() + timedelta(days=number), tick=False):
            game = table("Bruno", "Sunny", rated=True)
            # Nobody gains from somebody who leaves in the first round.
            play_on(game, until=lambda state: state.round_number == 1)
            leave(game_id=game.pk, seat=1)
            play_on(game)
    bruno, sunny = player("Bruno"), player("Sunny")
    now = timezone.now() + timedelta(days=6)
    (found,) = signs_of_rated_games([bruno.pk], now=now)
    assert (found.kind, found.player_id, found.other_id) == (SignKind.PAIR, bruno.pk, sunny.pk)
    assert found.figures["left"] == found.figures["short"] == 5
    assert found.figures["moved"] > 0


def test_turns_are_late_by_the_deadlines_of_the_log() -> None:
    game = table("Maya", "Bruno", rated=True)
    play_on(game, moves=2)
    now = timezone.now()
    summary = GameSummary.objects.get(pk=game.pk)
    assert summary.deadline is not None
    with time_machine.travel(summary.deadline + timedelta(seconds=1), tick=False):
        expire(game_id=game.pk, now=timezone.now())
    (timed,) = Move.objects.filter(game=game, actor="clock")
    assert timed.deadlines
    assert parse_deadlines(timed.deadlines)
    with time_machine.travel(now + timedelta(days=4), tick=False):
        play_on(game)
    users = list(SeatResult.objects.filter(game=game).values_list("user_id", flat=True))
    seats = list(_seats_of([each for each in users if each], now - timedelta(days=1)))
    late = _late_turns(seats)
    turns = Move.objects.filter(game=game, actor__in=("player", "clock")).exclude(type="orient")
    for each in seats:
        own = turns.filter(seat=each.seat).exclude(type__in=("keep", "leave", "take_back"))
        assert len(late[each.game_id, each.seat]) == own.count()
    assert late[game.pk, timed.seat][0] is True
