"""The fast rules agree with the rules, and see what the view shows."""

import os
from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

pytest.importorskip("numba", reason="install the development requirements: numba is missing")

from games.bots.fast.listing import legal_moves as fast_legal_moves
from games.bots.fast.listing import move_rows, random_playouts
from games.bots.fast.table import (
    ENDED_BY,
    ENDER,
    OWNER,
    SIZE,
    TURN,
    TURNS,
    RoundArrays,
    banked,
    final_margin,
    new_table,
    start_round,
    turn_hand,
)
from games.bots.fast.table import play as fast_play
from games.bots.registry import choose_move
from games.rules import game as rules
from games.rules.cards import deck
from games.rules.deal import deal_round
from games.rules.legal import legal_moves
from games.rules.moves import Move, Orient, Scout, ScoutAndShow, Show
from games.rules.views import view_for
from tests.sample import chance, is_whole

pytestmark = pytest.mark.slow
"""Whatever runs first has to be compiled."""

Row = tuple[int, ...]

ENDINGS = (None, "empty_hand", "unbeaten", "turn_limit")
PLAYING_WELL = 0.9
LIST = move_rows()
ASKED_FOR = int(os.environ.get("GAMES", "0"))
"""``make engine GAMES=1000`` plays more of them."""
WITH_EVERY_ENDING = 100
"""The seed of a game of five in which a set stays unbeaten, which is rare."""
SHARE = 1 if is_whole() else 5
FIRST = 100 if ASKED_FOR or is_whole() else chance("engine").randrange(100, 1_000_000)
"""The seed of the first game."""


def row_of(move: Move) -> Row:
    match move:
        case Show(start, stop):
            return (1, 0, 0, 0, start, stop)
        case Scout(end, flip, to):
            return (2, int(end == "right"), int(flip), to, 0, 0)
        case ScoutAndShow(end, flip, to, start, stop):
            return (3, int(end == "right"), int(flip), to, start, stop)
        case _:
            raise AssertionError(move)


def side_by_side(players: int, seed: int) -> Iterator[tuple[rules.GameState, RoundArrays]]:
    """A random game by the rules and on the fast table.

    With an odd seed seats mostly play well: chance alone hardly empties a hand.
    """
    chance = Random(seed)
    secret = chance.randbytes(32)
    state = rules.new_game(players)
    table = new_table()
    while not state.over:
        if state.needs_deal:
            dealt = deal_round(secret, "", players, state.round_number)
            state = rules.deal(state, dealt)
            cards = np.array(list(b"".join(dealt.hands)))
            fresh = players > 2 or state.round_number == 0
            start_round(table, players, cards, dealt.starter, fresh)
        assert state.round is not None
        seat = state.to_act[0]
        if not state.round.oriented:
            flip = chance.random() < 0.5
            move: Move = Orient(flip)
            if flip:
                turn_hand(table, seat)
        else:
            yield state, table
            if seed % 2 and chance.random() < PLAYING_WELL:
                move = choose_move("steady", view_for(state, seat), seed)
            else:
                move = chance.choice(legal_moves(state.round, seat))
            fast_play(table, np.array(row_of(move)))
        state = rules.play(state, seat, move)
        if state.round is not None and state.round.over:
            yield state, table


def assert_alike(state: rules.GameState, table: RoundArrays) -> None:
    at = state.round
    assert at is not None
    facts = table.facts
    assert ENDINGS[facts[ENDED_BY]] == at.ended_by
    assert facts[TURNS] == at.turns
    assert bytes(table.active[: facts[SIZE]].tolist()) == at.active
    assert facts[OWNER] == (-1 if at.owner is None else at.owner)
    for seat, hand in enumerate(at.hands):
        assert bytes(table.hands[seat, : table.counts[seat]].tolist()) == hand
    seats = slice(0, state.players)
    assert tuple(table.collected[seats]) == at.collected
    assert tuple(table.chips[seats]) == at.chips
    assert tuple(table.both[seats] == 1) == at.scout_and_show
    if at.over:
        assert facts[ENDER] == (-1 if at.ender is None else at.ender)
        totals = [score.total for score in state.results[-1].scores]
        for seat, total in enumerate(totals):
            others = (sum(totals) - total) / (state.players - 1)
            assert final_margin(table, seat) == pytest.approx(total - others)
        return
    assert facts[TURN] == at.turn
    listed = LIST[: fast_legal_moves(table, LIST)].tolist()
    assert len(listed) == len({tuple(row) for row in listed})
    assert {tuple(row) for row in listed} == {row_of(move) for move in legal_moves(at, at.turn)}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_move_of_a_random_game_is_the_same_at_the_fast_table(players: int) -> None:
    for seed in range(8):
        for state, table in side_by_side(players, seed):
            assert_alike(state, table)


@pytest.mark.sampled
@pytest.mark.parametrize("first", [FIRST])
@pytest.mark.parametrize(("players", "games"), [(2, 1400), (3, 350), (4, 150), (5, 100)])
def test_every_move_of_thousands_of_random_games_is_the_same(
    players: int, games: int, first: int
) -> None:
    endings = set()
    seeds = range(first, first + (ASKED_FOR or games // SHARE))
    for seed in {WITH_EVERY_ENDING, *seeds}:
        for state, table in side_by_side(players, seed):
            assert_alike(state, table)
            if state.round is not None:
                endings.add(state.round.ended_by)
    assert endings >= {None, "empty_hand", "unbeaten"}


def test_playouts_follow_from_their_seed() -> None:
    assert random_playouts(3, 20, seed=1) == random_playouts(3, 20, seed=1)
    assert random_playouts(3, 20, seed=1) != random_playouts(3, 20, seed=2)


def test_points_so_far_are_counted_against_the_mean_of_the_others() -> None:
    table = new_table()
    start_round(table, 3, np.array(list(deck(3))), 0, True)
    table.collected[:3] = (4, 1, 0)
    table.chips[:3] = (0, 0, 1)
    assert banked(table, 0) == 3
    assert banked(table, 1) == -1.5
