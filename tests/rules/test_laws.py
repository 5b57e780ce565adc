"""Laws of every game, however it is played."""

from copy import deepcopy
from dataclasses import replace
from itertools import product

import pytest

from games.rules.cards import deck, turned
from games.rules.errors import RuleError
from games.rules.game import GameState, deal, new_game, play
from games.rules.legal import legal_moves
from games.rules.moves import Orient, Scout, ScoutAndShow, move_from_json
from games.rules.records import record_of
from games.rules.round import apply
from games.rules.scoring import round_scores
from games.rules.state import RoundState
from tests.rules import oracle, oracle_game, oracle_scoring
from tests.rules.games import Chance, games
from tests.rules.oracle import JSON
from tests.rules.oracle_game import Turn, replay
from tests.rules.play import advance, as_set, facts, oracle_facts, steps_of, text


def current(state: GameState) -> RoundState:
    assert state.round is not None
    return state.round


def refusal(state: GameState, seat: int, move: JSON) -> str | None:
    """The code; None if accepted."""
    try:
        play(state, seat, move_from_json(move))
    except RuleError as error:
        return error.code
    return None


@games(one_in=5)
def test_every_game_goes_as_the_rules_say(chance: Chance) -> None:
    state = new_game(chance.players)
    for game in chance.playing():
        state = advance(state, game.steps[-1])
        table, a_round = game.table, current(state)
        assert facts(a_round) == oracle_facts(table)
        assert state.to_act == tuple(table.to_act)
        assert state.needs_deal == game.needs_deal
        if isinstance(game.steps[-1], Turn):
            for seat in range(chance.players):
                expected = {text(move) for move in oracle.legal_moves(table, seat)}
                assert as_set(legal_moves(a_round, seat)) == expected
        if a_round.over:
            assert [score.to_json() for score in round_scores(a_round)] == oracle_scoring.scores(
                table
            )
            assert list(state.totals) == game.totals
    assert record_of(state) == oracle_game.record(game)
    assert state.seq == game.decisions
    assert state.version == sum(isinstance(step, Turn) for step in game.steps)


@games()
def test_no_card_is_lost_or_doubled(chance: Chance) -> None:
    dealt = 22 if chance.players == 2 else len(deck(chance.players))
    for state in chance.states():
        a_round = current(state)
        lying = b"".join(a_round.hands) + a_round.active
        cards = [min(card, turned(card)) for card in lying]
        assert len(set(cards)) == len(cards)
        assert len(cards) + sum(a_round.collected) == dealt


@games()
def test_no_chip_comes_from_nowhere(chance: Chance) -> None:
    for state in chance.states():
        a_round = current(state)
        scouted = [move for move in state.history if move.type != "show"]
        used = [move.seat for move in scouted if move.type == "scout_and_show"]
        if chance.players == 2:
            assert sum(a_round.chips) == 6 - len(scouted)
            assert not used
            assert not any(a_round.scout_and_show)
        else:
            assert sum(a_round.chips) == len(scouted)
            assert sorted(used) == [
                seat for seat, chip in enumerate(a_round.scout_and_show) if not chip
            ]


@games()
def test_every_round_ends_within_two_hundred_turns(chance: Chance) -> None:
    *_, end = chance.states()
    assert len(end.results) == chance.players
    for result in end.results:
        assert len(result.moves) <= 200
        assert (result.ended_by == "turn_limit") == (result.ender is None)
        assert result.ended_by != "turn_limit" or len(result.moves) == 200


@games()
def test_somebody_can_always_move_until_the_end(chance: Chance) -> None:
    for state in chance.states():
        assert bool(state.to_act) != (state.over or state.needs_deal)
        for seat in range(chance.players):
            assert bool(legal_moves(current(state), seat)) == (seat in state.to_act)


@games()
def test_replaying_the_deals_and_moves_gives_the_same_state(chance: Chance) -> None:
    *_, end = chance.states()
    again = new_game(chance.players)
    for result in end.results:
        again = deal(again, result.dealt)
        for seat, flip in enumerate(result.flips):
            again = play(again, seat, Orient(flip))
        for seat, move in result.moves:
            again = play(again, seat, move)
    assert again == end


@games()
def test_a_move_never_changes_the_state_it_is_made_in(chance: Chance) -> None:
    before, copy = new_game(chance.players), None
    for state in chance.states():
        assert before.round == copy
        assert state != before
        assert isinstance(hash(state), int)
        before, copy = state, deepcopy(state.round)


@games()
def test_a_single_card_is_scouted_from_its_left_end_in_all_that_is_kept(chance: Chance) -> None:
    before = new_game(chance.players)
    for state in chance.states():
        seat = before.to_act[0] if before.to_act else 0
        if before.round and len(before.round.active) == 1:
            for move in legal_moves(before.round, seat):
                if isinstance(move, Scout | ScoutAndShow):
                    assert move.end == "left"
                    other = play(before, seat, replace(move, end="right"))
                    assert other == play(before, seat, move)
                    assert other.history[-1].end == "left"
                    break
        before = state


@games()
def test_exactly_the_listed_moves_are_accepted_and_all_others_refused_with_a_right_code(
    chance: Chance,
) -> None:
    state = chance.some_states(2)[0]
    table = replay(chance.players, steps_of(state)).table
    for seat in range(chance.players):
        accepted = set()
        # A seat that may not act is refused whatever the move, so a few indices are enough.
        cards, margin = (len(table.hands[seat]), 1) if seat in state.to_act else (1, 0)
        for move in oracle.well_formed(cards, margin):
            codes = oracle.refusals(table, seat, move)
            code = refusal(state, seat, move)
            assert code in codes if codes else code is None, (code, codes, seat, move)
            if code is None:
                accepted.add(text(oracle.usual(table, move)))
        assert accepted == as_set(legal_moves(current(state), seat))


@games(one_in=5)
def test_the_end_of_a_round_and_of_a_game_refuses_every_move(chance: Chance) -> None:
    for state in chance.states():
        if state.over or state.needs_deal:
            codes = {"game_over"} if state.over else {"wrong_phase", "not_your_turn"}
            for seat, move in product(range(chance.players), oracle.well_formed(1, margin=0)):
                with pytest.raises(RuleError) as caught:
                    play(state, seat, move_from_json(move))
                assert caught.value.code in codes
                with pytest.raises(RuleError) as caught:
                    apply(current(state), seat, move_from_json(move))
                assert caught.value.code == "round_over"
