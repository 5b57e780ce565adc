"""What only *expert* does."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from games.bots import expert
from games.bots.registry import choose_move
from games.bots.value.features import FEATURES, SHAPES, SIZE
from games.bots.value.hands import SHAPE_FEATURES, fill_shapes
from games.bots.value.network import load, parameter_file
from games.rules.cards import parse_card
from games.rules.moves import Orient, Scout, ScoutAndShow, Show
from games.rules.views import ActiveSet, View
from tests.bots.test_bots import positions


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_valued_moves_are_legal_and_the_best_comes_first(players: int) -> None:
    for _, view in positions(players, seed=players, step=5):
        valued = expert.valued_moves(view, Random(1))
        values = [value for value, _ in valued]
        assert values == sorted(values, reverse=True)
        assert valued[0][1] == choose_move("expert", view, 1) or len(view.history) >= 60
        assert {move for _, move in valued} <= set(view.legal_moves())
        assert np.isfinite(values).all()


def test_every_show_is_looked_at_and_some_ways_to_take_a_card() -> None:
    for _, view in positions(4, seed=2, step=4):
        if view.phase != "play":
            continue
        looked_at = {move for _, move in expert.valued_moves(view, Random(1))}
        legal = view.legal_moves()
        assert {move for move in legal if isinstance(move, Show)} <= looked_at
        for kind in (Scout, ScoutAndShow):
            if any(isinstance(move, kind) for move in legal):
                assert any(isinstance(move, kind) for move in looked_at)


def test_a_last_show_is_worth_what_the_others_still_hold() -> None:
    _, view = next(at for at in positions(3, seed=4) if at[1].phase == "play")
    assert view.seat is not None
    counts = [6, 6, 6]
    counts[view.seat] = 2
    last = replace(
        view,
        hand=bytes([parse_card("8/2"), parse_card("8/3")]),
        hand_counts=tuple(counts),
        active_set=ActiveSet((view.seat + 1) % 3, bytes([parse_card("7/4")])),
        collected=(3, 3, 3),
        chips=(1, 1, 1),
    )
    worths = {move: value for value, move in expert.valued_moves(last, Random(1))}
    assert worths[Show(0, 2)] == pytest.approx(1 + 6)


def test_the_shapes_of_a_hand_are_those_their_names_tell() -> None:
    row = [9.0] * SIZE
    fill_shapes(row, SHAPES, [3, 4, 5, 5, 5, 7, 10, 8], 8)
    found = {name: row[SHAPES + place] for place, name in enumerate(SHAPE_FEATURES)}
    assert {name: count for name, count in found.items() if count} == {
        **{f"cards: {number}": 0.5 for number in (3, 4, 7, 8, 10)},
        "cards: 5": 1.5,
        "beside each other: 3-4": 1,
        "beside each other: 4-5": 1,
        "beside each other: 5-5": 2,
        "beside each other: 5-7": 1,
        "beside each other: 8-10": 1,
        "with a card between: 4-5": 1,
        "with a card between: 5-5": 1,
        "with a card between: 7-8": 1,
        "in a row: 3-4-5": 1,
        "in a row: 5-5-5": 1,
    }
    assert len(row) == SHAPES + len(SHAPE_FEATURES)


def in_turn(view: View, turns: int) -> View:
    """``turns`` later, one card scouted and shown."""
    return replace(view, history=view.history * (turns // max(1, len(view.history)) + 1))


def test_in_a_long_round_it_leaves_the_beaten_path() -> None:
    """A loop repeats the same position, and the same answer would keep it."""
    views = [view for _, view in positions(3, seed=6, step=2) if view.phase == "play"]
    strayed = 0
    for view in views[:30]:
        early = {choose_move("expert", view, seed) for seed in range(6)}
        assert len(early) == 1
        if view.history:
            late = {choose_move("expert", in_turn(view, 60), seed) for seed in range(6)}
            strayed += len(late) > 1
    assert strayed


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_parameters_that_ship_tell_the_command_that_made_them(players: int) -> None:
    with np.load(parameter_file(players)) as file:
        assert f"manage.py train_expert --players {players} " in str(file["made_by"])
    network = load(players)
    assert len(network.weights1) == SIZE
    assert all(array.dtype == np.float32 for array in network)
    assert all(np.isfinite(array).all() for array in network)
    assert load(players) is network


def test_every_feature_has_a_name_of_its_own() -> None:
    assert len(set(FEATURES)) == SIZE


def test_a_hand_is_turned_when_it_is_worth_more_the_other_way_up() -> None:
    for _, view in positions(4, seed=1, step=1):
        if view.phase != "orient" or view.hand is None:
            continue
        (best, first), (worse, second) = expert.valued_moves(view, Random(1))
        assert best >= worse
        assert {first, second} == {Orient(flip=False), Orient(flip=True)}
