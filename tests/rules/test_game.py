"""Whole games: rounds, starters, totals, winners and counters."""

from random import Random

import pytest

from games.rules.deal import Deal
from games.rules.errors import RuleError
from games.rules.game import GameState, deal, new_game, play, public_move
from games.rules.moves import Orient
from games.rules.round import apply
from games.rules.scoring import SeatScore
from tests.rules.oracle_game import Turn
from tests.rules.play import POLICIES, SEATS, advance, state_after, whole_game
from tests.rules.tables import hands_with_tops, scout, show


def begun(*hands: str, starter: int = 0) -> GameState:
    """The first deal has these top numbers; nobody has chosen."""
    return deal(new_game(len(hands)), Deal(hands_with_tops(*hands), starter))


def oriented(game: GameState) -> GameState:
    for seat in game.to_act:
        game = play(game, seat, Orient(flip=False))
    return game


@pytest.mark.parametrize("players", [-1, 0, 1, 6])
def test_a_game_has_two_to_five_players(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 5"):
        new_game(players)


@pytest.mark.parametrize("players", SEATS)
def test_a_game_has_as_many_rounds_as_players(players: int) -> None:
    game = whole_game(players, Random(players), POLICIES["biggest"])
    state = state_after(players, game.steps)
    assert state.over
    assert [result.number for result in state.results] == list(range(players))
    assert state.to_act == ()
    assert not state.needs_deal


@pytest.mark.parametrize("players", SEATS)
def test_totals_add_the_rounds_up_and_the_most_points_win(players: int) -> None:
    game = whole_game(players, Random(players), POLICIES["biggest"])
    state = state_after(players, game.steps)
    sums = [sum(result.scores[seat].total for result in state.results) for seat in range(players)]
    assert list(state.totals) == sums
    assert state.winners is not None
    assert {sums[seat] for seat in state.winners} == {max(sums)}
    assert sums.count(max(sums)) == len(state.winners)


def test_a_tie_is_a_shared_victory() -> None:
    game = whole_game(3, Random(3), POLICIES["biggest"])
    state = state_after(3, game.steps)
    points = (4, 1, 4)
    scores = tuple(SeatScore(total, 0, 0, False, total) for total in points)
    nothing = tuple(SeatScore(0, 0, 0, False, 0) for _ in points)
    results = [result._replace(scores=nothing) for result in state.results]
    tied = state._replace(results=(*results[:-1], results[-1]._replace(scores=scores)))
    assert tied.totals == points
    assert tied.winners == (0, 2)


def test_there_are_no_winners_before_the_game_is_over() -> None:
    assert new_game(3).winners is None
    assert begun("3 4", "1 6", "2 2").winners is None


@pytest.mark.parametrize("players", SEATS)
def test_every_round_begins_with_empty_piles_and_all_chips(players: int) -> None:
    game = whole_game(players, Random(players), POLICIES["by_type"])
    state = new_game(players)
    for step in game.steps:
        state = advance(state, step)
        if isinstance(step, Turn):
            continue
        assert state.round is not None
        assert state.round.collected == (0,) * players
        assert state.round.chips == (3 if players == 2 else 0,) * players
        assert state.round.scout_and_show == (players > 2,) * players
        assert state.round.active == b""
        assert state.to_act == tuple(range(players))
        assert state.history == ()
        assert state.moves == ()


def test_a_deal_is_made_only_when_one_is_due() -> None:
    game = new_game(3)
    assert game.needs_deal
    game = begun("3 4", "1 6", "2 2")
    assert not game.needs_deal
    dealt = Deal(hands_with_tops("3 4", "1 6", "2 2"), 0)
    with pytest.raises(ValueError, match="due"):
        deal(game, dealt)
    game = play(oriented(game), 0, show(0, 2))
    assert game.needs_deal
    assert deal(game, dealt).round_number == 1


def test_no_deal_is_due_after_the_last_round() -> None:
    state = state_after(2, whole_game(2, Random(2), POLICIES["biggest"]).steps)
    with pytest.raises(ValueError, match="due"):
        deal(state, Deal(hands_with_tops("3 4", "1 6"), 0))


@pytest.mark.parametrize("move", [Orient(flip=True), show(0), scout()])
def test_nothing_can_be_played_before_a_deal(move: Orient) -> None:
    between = play(oriented(begun("3 4", "1 6", "2 2")), 0, show(0, 2))
    for game in (new_game(3), between):
        for seat in range(3):
            with pytest.raises(RuleError) as caught:
                play(game, seat, move)
            assert caught.value.code in ("wrong_phase", "not_your_turn")


@pytest.mark.parametrize("move", [Orient(flip=True), show(0), scout()])
def test_nothing_can_be_played_when_the_game_is_over(move: Orient) -> None:
    state = state_after(3, whole_game(3, Random(3), POLICIES["biggest"]).steps)
    for seat in range(3):
        with pytest.raises(RuleError) as caught:
            play(state, seat, move)
        assert caught.value.code == "game_over"


def test_the_version_counts_every_move_and_orientations_too() -> None:
    game = begun("3 4", "1 6", "2 2")
    versions = [game.version]
    for seat in (2, 0, 1):
        game = play(game, seat, Orient(flip=True))
        versions.append(game.version)
    versions.append(play(game, 0, show(0)).version)
    assert versions == [0, 1, 2, 3, 4]


def test_a_rounds_orientation_is_one_decision_and_each_turn_is_one() -> None:
    game = begun("3 4", "1 6", "2 2 9")
    decisions = [game.seq]
    for seat in (2, 0, 1):
        game = play(game, seat, Orient(flip=False))
        decisions.append(game.seq)
    for seat, move in ((0, show(0)), (1, show(1)), (2, scout(to=3))):
        game = play(game, seat, move)
        decisions.append(game.seq)
    assert decisions == [0, 0, 0, 1, 2, 3, 4]


@pytest.mark.parametrize("players", SEATS)
def test_the_counters_go_on_through_the_whole_game(players: int) -> None:
    game = whole_game(players, Random(players), POLICIES["by_type"])
    state = state_after(players, game.steps)
    turns = sum(len(result.moves) for result in state.results)
    assert state.seq == turns + players
    assert state.version == turns + players * players


def test_an_orientation_is_nothing_that_everybody_saw() -> None:
    before = begun("3 4", "1 6", "2 2").round
    assert before is not None
    with pytest.raises(ValueError, match="nobody's"):
        public_move(before, apply(before, 0, Orient(flip=True)), 0, Orient(flip=True))
