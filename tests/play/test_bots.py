"""Bots move by themselves, in workers, once per turn, whatever messages get lost."""

import logging
from datetime import timedelta

import pytest
from django.utils import timezone

from games.live import announce
from games.log.store import load_state
from games.models import Actor, Game, GameSummary, Move
from games.play import bots
from games.play.bots import Overdue
from games.play.move import enter_move
from games.rules.moves import Orient
from games.rules.views import View
from games.tasks import sweep
from games.upkeep.verify import first_fault
from scoutsite.celery import app
from tests.bots.swapping import swap
from tests.tables import bot_game, is_on, play_on
from tests.workers import StartWorker, wait_until


def choose_orientation(game: Game) -> None:
    enter_move(game_id=game.pk, seat=0, move=Orient(flip=False), seq=0, actor=Actor.PLAYER)


def waits_for_the_player(game: Game) -> bool:
    state = load_state(game)
    return state.seq > 0 and state.to_act == (0,)


def test_bots_move_until_it_is_the_players_turn(worker: None) -> None:
    game = bot_game()
    choose_orientation(game)
    wait_until(lambda: waits_for_the_player(game))
    moves = Move.objects.filter(game=game)
    assert set(moves.filter(seat=0).values_list("actor", flat=True)) == {"player"}
    assert set(moves.exclude(seat=0).values_list("actor", flat=True)) == {"bot"}
    assert GameSummary.objects.get(game=game).bot_due_at is None
    assert first_fault(game) is None


def test_a_lost_message_is_found_by_the_sweep(
    worker: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as lost:
        lost.setattr(announce, "wake_bots", lambda *args, **kwargs: None)
        game = bot_game()
        choose_orientation(game)
    monkeypatch.setattr(bots, "OVERDUE", timedelta(0))
    sweep()
    wait_until(lambda: waits_for_the_player(game))
    assert first_fault(game) is None


@pytest.mark.django_db
def test_a_bots_turn_is_overdue_after_ten_seconds_and_no_persons_ever_is() -> None:
    game = bot_game()
    due = GameSummary.objects.get(game=game).bot_due_at
    assert due is not None
    assert bots.overdue_games(now=due + timedelta(seconds=9)) == []
    assert bots.overdue_games(now=due + timedelta(seconds=10)) == [
        Overdue(game.pk, 0, searching=False, given_up=False)
    ]
    play_on(game, until=is_on(0))
    assert bots.overdue_games(now=timezone.now() + timedelta(days=9)) == []


@pytest.mark.django_db
def test_a_late_wake_up_does_nothing() -> None:
    game = bot_game()
    play_on(game, moves=2)
    assert bots.play_bots(game_id=game.pk, version=1) == 0
    assert load_state(game).version == 2
    assert bots.play_bots(game_id=game.pk + 1000, version=1) == 0


@pytest.mark.django_db
def test_a_bot_that_fails_is_replaced_and_never_stops_the_game(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(view: View, chance: object) -> None:
        raise RuntimeError("lost its wits")

    game = bot_game()
    for seat in game.seats.exclude(bot=""):
        swap(monkeypatch, seat.bot, broken)
    with caplog.at_level(logging.ERROR):
        assert bots.play_bots(game_id=game.pk, version=0) == 3
    assert "failed" in caplog.text
    assert load_state(game).version == 3


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_does_not_hold_up_the_move(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def away(*args: object, **kwargs: object) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr(app, "send_task", away)
    game = bot_game()
    choose_orientation(game)
    assert load_state(game).version == 1
    assert "Could not wake a worker" in caplog.text


@pytest.mark.postgres
@pytest.mark.redis
def test_a_killed_worker_loses_no_turn_and_plays_none_twice(
    start_worker: StartWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker process is killed mid-game; another goes on."""
    first = start_worker()
    games = [bot_game(5) for _ in range(6)]
    for game in games:
        choose_orientation(game)
    wait_until(lambda: Move.objects.count() > 12)
    first.kill()
    first.wait()
    start_worker()
    monkeypatch.setattr(bots, "OVERDUE", timedelta(0))

    def all_wait_for_their_player() -> bool:
        sweep()
        return all(waits_for_the_player(game) for game in games)

    wait_until(all_wait_for_their_player, seconds=60)
    assert [first_fault(game) for game in games] == [None] * 6
