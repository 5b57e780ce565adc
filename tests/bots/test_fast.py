"""The fast statement of the rules says what the rules say, and sees what the view shows."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="install the development requirements: numba is missing")

from games.bots.expert import valued_moves
from games.bots.fast.listing import legal_moves as fast_legal_moves
from games.bots.fast.listing import move_rows, random_playouts
from games.bots.fast.table import (
    ENDED_BY,
    ENDER,
    OWNER,
    SIZE,
    TURN,
    TURNS,
    Table,
    banked,
    final_margin,
    new_table,
    start_round,
    turn_hand,
)
from games.bots.fast.table import play as fast_play
from games.bots.fast.thinking import knowledge_at, new_mind, value_moves, value_orientations
from games.bots.value.knowledge import Knowledge, knowledge_of
from games.bots.value.network import load
from games.rules import game as rules
from games.rules.cards import deck
from games.rules.deal import deal_round
from games.rules.legal import legal_moves
from games.rules.moves import Move, Orient, Scout, ScoutAndShow, Show
from games.rules.views import view_for

pytestmark = pytest.mark.slow
"""Whatever runs first has to be compiled."""

Row = tuple[int, ...]

ENDINGS = (None, "empty_hand", "unbeaten", "turn_limit")
LIST = move_rows()


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


def side_by_side(players: int, seed: int) -> Iterator[tuple[rules.GameState, Table]]:
    """A game at random play by the rules, and the same game on the fast table."""
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
            move = chance.choice(legal_moves(state.round, seat))
            fast_play(table, np.array(row_of(move)))
        state = rules.play(state, seat, move)
        if state.round is not None and state.round.over:
            yield state, table


def compare(state: rules.GameState, table: Table) -> None:
    """Everything that the rules say of a position stands at the fast table too."""
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
            compare(state, table)


@pytest.mark.parametrize(("players", "games"), [(2, 1700), (3, 230), (4, 40), (5, 30)])
def test_every_move_of_thousands_of_random_games_is_the_same(players: int, games: int) -> None:
    for seed in range(100, 100 + games):
        for state, table in side_by_side(players, seed):
            compare(state, table)


def plain(know: Knowledge) -> dict[str, Any]:
    """``know`` without the room that arrays leave beyond what is there."""
    seen = know._asdict()
    for name in ("hand", "backs"):
        seen[name] = list(seen[name])[: know.held]
    for name in ("active", "active_backs"):
        seen[name] = list(seen[name])[: know.size]
    for name in ("counts", "chips", "both", "known"):
        seen[name] = list(seen[name])[: know.players]
    rows = list(seen["odds"])[1 : know.players]
    seen["odds"] = pytest.approx(np.array(rows), abs=1e-9)
    return seen


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_seat_knows_the_same_from_its_view_and_at_the_fast_table(players: int) -> None:
    mind = new_mind()
    cards = np.array(list(deck(players)))
    for number, (state, table) in enumerate(side_by_side(players, seed=players)):
        if number % 3 or state.round is None or state.round.over:
            continue
        seat = state.to_act[0]
        from_view = knowledge_of(view_for(state, seat))
        at_table = plain(knowledge_at(table, seat, cards, mind))
        at_table["odds"] = at_table["odds"].expected
        assert at_table == plain(from_view)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_bot_values_moves_at_play_as_in_training(players: int) -> None:
    mind, network = new_mind(), load(players)
    cards = np.array(list(deck(players)))
    for number, (state, table) in enumerate(side_by_side(players, seed=40 + players)):
        if number % 4 or state.round is None or state.round.over:
            continue
        seat = state.to_act[0]
        view = view_for(state, seat)
        count = value_moves(knowledge_at(table, seat, cards, mind), network, mind)
        points = [won + chips for won, chips in zip(view.collected, view.chips, strict=True)]
        so_far = points[seat] - (sum(points) - points[seat]) / (players - 1)
        in_training = {
            tuple(row): so_far + value
            for row, value in zip(
                np.asarray(mind.found.moves)[:count].tolist(),
                mind.values[:count].tolist(),
                strict=True,
            )
        }
        at_play = {row_of(move): value for value, move in valued_moves(view, Random(1))}
        assert at_play == pytest.approx(in_training, abs=1e-3)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_bot_values_a_turned_hand_at_play_as_in_training(players: int) -> None:
    mind, network, table = new_mind(), load(players), new_table()
    cards = np.array(list(deck(players)))
    dealt = deal_round(Random(players).randbytes(32), "", players, 0)
    state = rules.deal(rules.new_game(players), dealt)
    start_round(table, players, np.array(list(b"".join(dealt.hands))), dealt.starter, True)
    for seat in range(players):
        value_orientations(knowledge_at(table, seat, cards, mind), network, mind)
        valued = {
            isinstance(move, Orient) and move.flip: value
            for value, move in valued_moves(view_for(state, seat), Random(1))
        }
        assert [valued[False], valued[True]] == pytest.approx(mind.values[:2].tolist(), abs=1e-3)


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
