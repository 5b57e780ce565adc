"""What the expert expects of any move, and which moves are of one kind."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from games.bots import expert
from games.bots.reviewing.judging import judge
from games.bots.reviewing.options import expected, kind_of, options, worth_of
from games.bots.reviewing.whole import decisions
from games.rules.cards import parse_cards
from games.rules.moves import Orient, Scout, ScoutAndShow, Show
from games.rules.views import ActiveSet, View, view_for
from tests.bots.reviewing.games import bots_game
from tests.secrecy.pairs import pairs_of_states

COUNTS = pytest.mark.parametrize("players", [2, 3, 4, 5])


def turns(players: int) -> list[View]:
    """Some turns of a game."""
    game = bots_game(*["steady"] * players, seed=players)
    return [each.view for each in decisions(game) if each.place.number][::3]


@COUNTS
def test_any_move_is_valued_as_the_expert_values_its_own(players: int) -> None:
    for view in turns(players):
        for worth, move in expert.worths(view):
            assert worth_of(view, move) == pytest.approx(worth, abs=1e-4)


@COUNTS
def test_whatever_legal_move_was_played_it_is_among_the_options(players: int) -> None:
    chance = Random(players)
    for view in turns(players):
        played = chance.choice(view.legal_moves())
        found = options(view, played)
        assert [option.move for option in found].count(played) == 1
        points = [option.points for option in found]
        assert points == sorted(points, reverse=True)
        kinds = [kind_of(view, option.move) for option in found if option.move != played]
        assert len(kinds) == len(set(kinds))


@pytest.fixture
def view() -> View:
    """With 7-7-8 in the ring, 6-7-8 and 8 in the hand."""
    first = turns(3)[1]
    hand = parse_cards(["6/1", "7/2", "8/3", "2/4", "8/9"])
    return replace(
        first,
        hand=hand,
        hand_counts=tuple(len(hand) if seat == first.seat else 9 for seat in range(3)),
        active_set=ActiveSet(((first.seat or 0) + 1) % 3, parse_cards(["7/5", "7/6"])),
    )


def test_moves_of_one_kind_take_the_same_card_and_show_the_same_numbers(view: View) -> None:
    left, other = Scout("left", flip=False, to=0), Scout("left", flip=False, to=3)
    assert kind_of(view, left) == kind_of(view, other)
    assert kind_of(view, left) != kind_of(view, Scout("left", flip=True, to=0))
    assert kind_of(view, left) != kind_of(view, Scout("right", flip=False, to=0))
    assert kind_of(view, Show(2, 3)) == kind_of(view, Show(4, 5))
    assert kind_of(view, Show(0, 3)) != kind_of(view, Show(0, 2))
    both = [ScoutAndShow("left", False, 0, *cards) for cards in ((0, 1), (2, 3))]
    assert kind_of(view, both[0]) == kind_of(view, both[1])
    assert kind_of(view, both[0]) != kind_of(view, left)
    assert kind_of(view, Orient(flip=True)) != kind_of(view, Orient(flip=False))


def test_points_are_the_lead_to_expect_at_the_end_of_the_round(view: View) -> None:
    behind = replace(view, collected=(0, 0, 0), chips=(0, 0, 0))
    seat = view.seat or 0
    won = tuple(4 if number == seat else 0 for number in range(3))
    ahead = replace(behind, collected=won)
    move = Show(0, 3)
    assert expected(ahead, move).points == pytest.approx(expected(behind, move).points + 4)


def test_other_hands_change_nothing() -> None:
    """Worlds that look alike from the seat get the same verdict."""
    compared = 0
    for viewer, state, other in islice(pairs_of_states(), 400):
        if viewer is None or viewer not in state.to_act:
            continue
        view, again = view_for(state, viewer), view_for(other, viewer)
        move = Random(compared).choice(view.legal_moves())
        assert judge(view, move) == judge(again, move)
        compared += 1
    assert compared > 50
