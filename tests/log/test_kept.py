"""Kept replays: a press reads what is new, and never what was taken back."""

import pickle
from dataclasses import replace

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.guests.lifetime import new_guest
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.kept import MOST, forget_kept, keep, kept_log
from games.log.rows import Position
from games.log.store import load, replay
from games.models import Actor, Game
from games.play.move import enter_move
from tests.tables import next_move, people_game, play_on

pytestmark = pytest.mark.django_db(transaction=True)


def rows_read(game: Game) -> list[str]:
    """The log's tables read by loading `game`."""
    with CaptureQueriesContext(connection) as caught:
        log = load(game)
    assert log == replace(replay(game), key=None)
    tables = ("games_round", "games_hand", "games_move")
    return [
        table
        for query in caught.captured_queries
        for table in tables
        if f'FROM "{table}"' in query["sql"]
    ]


def move_once(game: Game) -> None:
    state = load(game).state
    seat, move = next_move(state)
    enter_move(game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=Actor.PLAYER)


def test_a_log_is_read_whole_once_and_then_not_at_all() -> None:
    game = people_game(3)
    play_on(game, 6)
    forget_kept()
    assert rows_read(game) == ["games_move", "games_round", "games_hand"]
    assert rows_read(game) == []


def test_a_move_of_this_process_is_known_without_reading_it() -> None:
    game = people_game(3)
    play_on(game, 6)
    move_once(game)
    assert rows_read(game) == []


def test_of_a_move_of_another_process_only_its_row_is_read() -> None:
    game = people_game(3)
    play_on(game, 6)
    before = kept_log(game.pk)
    assert before is not None
    move_once(game)
    keep(before)
    assert rows_read(game) == ["games_move"]


def test_rounds_that_others_played_are_read_too() -> None:
    game = people_game(3)
    play_on(game, 3)
    before = kept_log(game.pk)
    assert before is not None
    play_on(game)
    keep(before)
    assert rows_read(game) == ["games_move", "games_round", "games_hand"]
    assert load(game).over


def test_the_end_of_a_round_in_another_process_is_no_reason_to_read_all_again() -> None:
    game = people_game(3)
    play_on(game, 1)
    last = after = load(game)
    while after.state.round_number == 0:
        last = after
        move_once(game)
        after = load(game)
    assert not after.current_rows
    keep(last)
    with CaptureQueriesContext(connection) as caught:
        assert load(game) == after
    moves = [query["sql"] for query in caught.captured_queries if '"games_move"' in query["sql"]]
    assert len(moves) == 1
    assert rows_read(game) == []


def test_a_move_that_is_rolled_back_is_not_kept() -> None:
    game = people_game(3)
    play_on(game, 6)
    version = load(game).version
    with transaction.atomic():
        move_once(game)
        transaction.set_rollback(True)
    kept = kept_log(game.pk)
    assert kept is not None
    assert kept.version == version == load(game).version


def test_a_kept_log_of_other_rows_is_not_believed() -> None:
    """As after restoring a backup: versions fall, or return with other seals."""
    game = people_game(3)
    play_on(game, 6)
    newer = kept_log(game.pk)
    assert newer is not None
    older = Position(newer.version - 1, "another seal")
    assert load(game, older).head == newer.head
    keep(replace(newer, head="another seal"))
    assert load(game).head == newer.head


def test_a_kept_log_of_another_past_is_not_brought_forward() -> None:
    """As after restoring a backup and playing on."""
    game, other = people_game(3), people_game(3)
    play_on(other, 5)
    past = kept_log(other.pk)
    assert past is not None
    play_on(game, 9)
    forget_kept()
    keep(replace(past, game_id=game.pk))
    assert load(game) == replace(replay(game), key=None)


def test_a_game_is_not_kept_before_its_first_deal() -> None:
    terms = Terms(players=3, turn_seconds=None)
    game = create_game(user=new_guest(), terms=terms)
    assert load(game).state.round is None
    assert kept_log(game.pk) is None


def test_what_is_kept_is_bounded_and_holds_no_key() -> None:
    game = people_game(5)
    play_on(game, 60)
    kept = kept_log(game.pk)
    assert kept is not None
    assert kept.key is None
    assert len(pickle.dumps(kept)) * MOST < 64 * 2**20
