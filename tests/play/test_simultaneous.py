"""Many at once: each decision is made once, and nobody blocks another."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event
from typing import TypeVar

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from accounts.guests.lifetime import new_guest
from games.lobby.taking_over import take_chair
from games.log.store import load_state, lock
from games.models import Actor, ChairOffer, FormerPlayer, Game, Move
from games.play.bots import play_bots
from games.play.chair_offers import offer_chair
from games.play.chairs import keep
from games.play.move import enter_move
from games.rules.errors import RuleError
from games.rules.game import GameState
from games.rules.moves import Orient
from games.upkeep.verify import first_fault
from tests.tables import bot_game, next_move, people_game, play_on
from tests.workers import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")


def at_once(count: int, action: Callable[[int], T]) -> list[T]:
    """Call `action` with 0, 1, … at the same moment."""
    start = Barrier(count)

    def run(number: int) -> T:
        start.wait()
        try:
            return action(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(run, range(count)))


@pytest.mark.postgres
def test_a_move_waits_for_who_has_locked_the_game_and_holds_nothing_they_need() -> None:
    """Moderators and those who delete accounts lock many games before they read one's log."""
    game = people_game()
    move = {"game_id": game.pk, "seat": 0, "move": Orient(False), "seq": 0, "actor": Actor.PLAYER}
    locked = Event()

    def act(number: int) -> None:
        if number:
            locked.wait(20)
            enter_move(**move)  # type: ignore[arg-type]
            return
        with transaction.atomic():
            Game.objects.select_for_update(no_key=True).get(pk=game.pk)
            locked.set()
            wait_until(_somebody_waits_for_a_lock)
            assert lock(game.pk)[1].version == 0

    at_once(2, act)
    assert Move.objects.count() == 1


def _somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        # What a transaction has seen of others it sees until its end.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        (count,) = cursor.fetchone()
    return bool(count)


def test_fifty_simultaneous_duplicates_are_one_row() -> None:
    game = bot_game()
    state = play_on(game, moves=4)
    seat, move = next_move(state)

    def enter(_: int) -> GameState:
        return enter_move(
            game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=Actor.PLAYER
        ).log.state

    answers = at_once(50, enter)
    assert Move.objects.filter(game=game, seq=state.seq).count() == 1
    assert set(answers) == {load_state(game)}
    assert first_fault(game) is None


def test_of_two_different_moves_for_a_decision_exactly_one_counts() -> None:
    game = bot_game()
    play_on(game, moves=3)
    seat = load_state(game).to_act[0]

    def choose(number: int) -> str:
        try:
            flip = bool(number % 2)
            enter_move(game_id=game.pk, seat=seat, move=Orient(flip), seq=0, actor=Actor.PLAYER)
        except RuleError as refused:
            return refused.code
        return "taken"

    answers = at_once(10, choose)
    assert answers.count("taken") == 5
    assert set(answers) == {"taken", "stale"}
    assert Move.objects.filter(game=game).count() == 4


def test_players_who_choose_their_orientation_at_once_do_not_disturb_each_other() -> None:
    game = bot_game(5)

    def choose(seat: int) -> GameState:
        return enter_move(
            game_id=game.pk, seat=seat, move=Orient(flip=True), seq=0, actor=Actor.PLAYER
        ).log.state

    at_once(5, choose)
    state = load_state(game)
    assert (state.version, state.seq) == (5, 1)
    assert first_fault(game) is None


def test_workers_woken_twice_for_the_same_turn_play_it_once() -> None:
    game = bot_game()
    at_once(6, lambda _: play_bots(game_id=game.pk, version=0))
    assert sorted(Move.objects.filter(game=game).values_list("seat", flat=True)) == [1, 2, 3]
    assert first_fault(game) is None


def test_of_many_who_take_a_chair_at_once_one_sits_there() -> None:
    game = people_game(3, turn_seconds=None)
    play_on(game, moves=5)
    guests = [new_guest() for _ in range(4)]
    with time_machine.travel(timezone.now() - timedelta(days=8), tick=False):
        keep(game_id=game.pk, seat=1, actor=Actor.CLOCK)
    offer_chair(game_id=game.pk, by_seat=0, seat=1)
    link = ChairOffer.objects.get().link

    def take(number: int) -> str:
        try:
            take_chair(link=link, user=guests[number])
        except RuleError as refused:
            return refused.code
        return "sits"

    assert sorted(at_once(4, take)) == [*["not_offered"] * 3, "sits"]
    assert FormerPlayer.objects.count() == 1
    assert first_fault(game) is None
