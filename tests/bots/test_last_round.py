"""In the last round steady plays for the game, given its score."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from games.bots import steady
from games.bots.last_round import (
    POINT_IN_LAST_ROUND,
    VICTORY,
    leads,
    worth_of_end,
    worth_of_hope,
)
from games.bots.registry import choose_move
from games.bots.steady import Position
from games.bots.steady_weights import WEIGHTS
from games.rules import game as rules
from games.rules.cards import parse_cards
from games.rules.deal import deal_round
from games.rules.moves import Scout, Show
from games.rules.views import ActiveSet, View, view_for


def last_turns(players: int, seed: int) -> Iterator[tuple[rules.GameState, View]]:
    """Of a game played well, but sometimes at random."""
    chance = Random(seed)
    secret = chance.randbytes(32)
    state = rules.new_game(players)
    while not state.over:
        if state.needs_deal:
            state = rules.deal(state, deal_round(secret, "", players, state.round_number))
        view = view_for(state, state.to_act[0])
        if view.phase == "play" and view.round == players - 1:
            yield state, view
        drawn = chance.random() < 0.1
        move = choose_move("random" if drawn else "steady", view, seed)
        state = rules.play(state, state.to_act[0], move)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_move_that_ends_the_game_is_worth_what_the_rules_make_of_it(players: int) -> None:
    kinds = set()
    for seed in range(12):
        for state, view in last_turns(players, seed):
            assert view.seat is not None
            before = margin(list(map(sum, zip(view.collected, view.chips, strict=True))), view.seat)
            valued = Position(view, Random(1)).valued_moves(WEIGHTS[players])
            for worth, move in valued:
                after = rules.play(state, view.seat, move)
                # It does not know that nobody can beat what it shows, or when turns run out.
                end = after.results[-1] if after.over else None
                if end is None or end.ended_by == "turn_limit":
                    continue
                if end.ended_by == "unbeaten" and end.ender == view.seat:
                    continue
                totals = [score.total for score in after.results[-1].scores]
                winners = after.winners or ()
                share = 1 / len(winners) if view.seat in winners else 0
                gained = margin(totals, view.seat) - before
                assert worth == pytest.approx(POINT_IN_LAST_ROUND * gained + VICTORY * share)
                kinds.add((type(move), share > 0))
    assert (Show, True) in kinds
    assert (Scout, True) in kinds
    assert players == 2 or (Show, False) in kinds


def margin(points: list[int], seat: int) -> float:
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def test_the_leads_are_those_of_the_game_so_far() -> None:
    for _, view in last_turns(4, seed=7):
        assert view.seat is not None
        points = list(map(sum, zip(view.scores, view.collected, view.chips, strict=True)))
        others = [(view.seat + step) % 4 for step in (1, 2, 3)]
        assert leads(view) == [points[view.seat] - points[seat] for seat in others]


def test_a_victory_is_shared_and_hoped_for() -> None:
    assert worth_of_end(4, [3, 1]) == 4 * POINT_IN_LAST_ROUND + VICTORY
    assert worth_of_end(4, [3, 0]) == 4 * POINT_IN_LAST_ROUND + VICTORY / 2
    assert worth_of_end(4, [3, -1]) == 4 * POINT_IN_LAST_ROUND
    assert worth_of_hope(0, [0.0]) == pytest.approx(VICTORY / 2)
    assert worth_of_hope(0, [1000.0, 1000.0]) == pytest.approx(VICTORY)
    assert worth_of_hope(0, [-1000.0, 1000.0]) == pytest.approx(0)
    hopes = [worth_of_hope(0, [lead, 2.0]) for lead in (-9.0, -1.0, 0.0, 1.0, 9.0)]
    assert hopes == sorted(hopes)


def test_it_ends_the_game_when_that_wins_it_and_not_when_that_loses_it() -> None:
    """Going out brings three points, showing one card keeps the rest."""
    _, view = next(last_turns(3, seed=5))
    end = replace(
        view,
        seat=0,
        turn=0,
        to_act=(0,),
        starter=0,
        hand=parse_cards(["9/2", "9/3"]),
        hand_counts=(2, 2, 2),
        collected=(0, 0, 0),
        chips=(0, 0, 0),
        scout_and_show=(False, False, False),
        active_set=ActiveSet(2, parse_cards(["1/4"])),
        history=(),
    )
    out = Show(0, 2)

    def choice(*scores: int) -> object:
        return steady.choose(replace(end, scores=scores), Random(1))

    assert choice(0, 0, 0) == out
    assert choice(-2, 0, 0) == out, "one point in front at the end is enough"
    assert choice(-4, 0, 0) != out, "one point behind is not"
