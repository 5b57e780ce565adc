"""A seat's knowledge and values are the same at play and on the fast table."""

from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba", reason="install the development requirements: numba is missing")

from games.bots import expert
from games.bots.expert import valued_moves
from games.bots.fast.sparring import _weighed, partner_weights
from games.bots.fast.table import new_table, start_round
from games.bots.fast.thinking import knowledge_at, new_mind, value_moves, value_orientations
from games.bots.steady import Position
from games.bots.steady_weights import WEIGHTS
from games.bots.value.candidates import candidate_room, find_candidates
from games.bots.value.features import HELD, gain, settled
from games.bots.value.hands import part
from games.bots.value.knowledge import Knowledge, knowledge_of
from games.bots.value.network import load
from games.rules import game as rules
from games.rules.cards import deck
from games.rules.deal import deal_round
from games.rules.moves import Orient
from games.rules.views import view_for
from tests.bots.test_fast import row_of, side_by_side

pytestmark = pytest.mark.slow
"""Whatever runs first has to be compiled."""


def plain(know: Knowledge) -> dict[str, Any]:
    """Without the arrays' unused room."""
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
def test_a_partner_weighs_what_steady_weighs(players: int) -> None:
    """They agree exactly on going out, and differ on how likely a set is to stay."""
    mind, weights = new_mind(), partner_weights(players)
    cards = np.array(list(deck(players)))
    apart = []
    for number, (state, table) in enumerate(side_by_side(players, seed=80 + players)):
        at = state.round
        # Partners ignore the game's score, steady doesn't in the last round.
        if number % 2 or at is None or at.over or state.round_number == players - 1:
            continue
        know = knowledge_at(table, at.turn, cards, mind)
        steadily = {
            row_of(move): value
            for value, move in Position(view_for(state, at.turn), Random(1)).valued_moves(
                WEIGHTS[players]
            )
        }
        for place in range(find_candidates(know, mind.found)):
            after, row = (
                mind.found.after[place],
                tuple(np.asarray(mind.found.moves[place]).tolist()),
            )
            if row not in steadily:
                continue
            worth = part(mind.found.hands[place], after[HELD], mind.found.parts)
            shows = mind.found.parts.fewest[0]
            value = gain(know, after) + _weighed(know, after, worth, shows, weights[0])
            apart.append(abs(value - steadily[row]))
            if after[HELD] == 0:
                assert value == pytest.approx(steadily[row])
    assert len(apart) > 50
    assert sum(apart) / len(apart) < 1.5


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_move_that_ends_the_round_is_worth_what_the_rules_make_of_it(players: int) -> None:
    found = candidate_room()
    ended = 0
    for seed in range(1, 10, 2):
        for state, _ in side_by_side(players, 1000 * players + seed):
            at = state.round
            if at is None or at.over or at.turns > 150:
                continue
            view = view_for(state, at.turn)
            know = knowledge_of(view)
            for number in range(find_candidates(know, found)):
                row = found.after[number]
                over, worth = settled(know, found.hands[number], row)
                if not over:
                    continue
                ended += 1
                after = rules.play(state, at.turn, expert.move_of(found.moves[number]))
                totals = [score.total for score in after.results[-1].scores]
                own = totals[at.turn]
                points = own - (sum(totals) - own) / (players - 1) - expert._banked(view)
                assert gain(know, row) + worth == pytest.approx(points)
    assert ended


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
