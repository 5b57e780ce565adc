"""Views: what a seat is told, in the formats' shape."""

import json
from typing import Any

import pytest

from games.rules.cards import card_names, parse_cards
from games.rules.deal import Deal
from games.rules.errors import RuleError
from games.rules.game import GameState, deal, new_game, play
from games.rules.moves import Orient
from games.rules.view_reading import view_from_json
from games.rules.views import View, view_for
from tests.rules.games import Chance, games
from tests.rules.oracle_game import replay
from tests.rules.oracle_game import view as oracle_view
from tests.rules.play import as_set, steps_of
from tests.rules.tables import hands_with_tops, scout, show

# The example of the formats: four players, seat 0 began with a Show, seat 1 scouted.
EXAMPLE_HAND = ["3/7", "4/1", "9/2", "9/8", "1/6", "2/10", "5/7", "6/8", "10/1", "7/2", "3/1"]
EXAMPLE: dict[str, Any] = {
    "format": "scout-view/1", "players": 4, "seat": 2, "round": 0, "rounds": 4, "starter": 0,
    "phase": "play", "to_act": [2], "turn": 2, "hand": EXAMPLE_HAND,
    "hand_counts": [8, 12, 11, 11],
    "active_set": {"owner": 0, "cards": ["4/5", "5/9"]},
    "collected": [0, 0, 0, 0], "chips": [1, 0, 0, 0], "scout_and_show": [True, True, True, True],
    "scores": [0, 0, 0, 0], "winners": None,
    "history": [{"seat": 0, "type": "show", "cards": ["4/5", "5/9", "6/2"]},
                {"seat": 1, "type": "scout", "end": "right", "card": "6/2"}],
    "last_round": None, "legal": None,
}  # fmt: skip


def example() -> GameState:
    others = [
        ["4/5", "5/9", "6/2", "1/2", "1/4", "1/5", "1/8", "1/9"],
        ["2/3", "2/4", "2/5", "2/8", "3/4", "3/5", "3/6", "3/8", "3/9", "3/10", "4/6"],
        ["4/7", "4/8", "4/9", "4/10", "5/6", "5/8", "5/10", "6/7", "6/9", "6/10", "7/8"],
    ]
    first, second, fourth = map(parse_cards, others)
    # Three more cards for seat 0, which has shown three of its eleven.
    first += parse_cards(["7/9", "7/10", "8/10"])
    hands = (first, second, parse_cards(EXAMPLE_HAND), fourth)
    game = deal(new_game(4), Deal(hands, 0))
    for seat in range(4):
        game = play(game, seat, Orient(flip=False))
    return play(play(game, 0, show(0, 3)), 1, scout("right"))


def test_the_view_of_the_formats_has_exactly_its_keys_in_their_order() -> None:
    view = view_for(example(), 2).to_json(legal=False)
    assert view == EXAMPLE
    assert list(view) == list(EXAMPLE)


def test_the_legal_moves_of_the_view_of_the_formats_are_listed() -> None:
    legal = view_for(example(), 2).to_json()["legal"]
    assert {"type": "show", "start": 2, "stop": 4} in legal
    assert {"type": "scout", "end": "left", "flip": False, "to": 0} in legal
    assert {"type": "show", "start": 0, "stop": 2} not in legal


def test_a_spectator_sees_no_hand_and_has_no_move() -> None:
    view = view_for(example(), None).to_json()
    assert view == {**EXAMPLE, "seat": None, "hand": None, "legal": []}


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_who_may_not_act_has_no_legal_move(seat: int) -> None:
    assert view_for(example(), seat).to_json()["legal"] == []


@pytest.mark.parametrize("seat", [-1, 4, 10])
def test_there_is_no_view_for_a_seat_that_is_not_at_the_table(seat: int) -> None:
    with pytest.raises(ValueError, match="seat"):
        view_for(example(), seat)


def test_there_is_no_view_before_the_first_deal() -> None:
    with pytest.raises(ValueError, match="see"):
        view_for(new_game(3), None)


@games(one_in=2)
def test_every_view_shows_what_the_rules_allow_and_nothing_else(chance: Chance) -> None:
    for state in chance.some_states(10):
        game = replay(chance.players, steps_of(state))
        for seat in (None, *range(chance.players)):
            view = view_for(state, seat)
            shown = view.to_json(legal=False)
            assert shown == oracle_view(game, seat)
            assert list(shown) == list(EXAMPLE)
            listed = view.to_json()["legal"]
            assert len(listed) == len(view.legal_moves())


@games(one_in=2)
def test_a_view_read_back_is_the_same_and_has_the_same_legal_moves(chance: Chance) -> None:
    for state in chance.some_states(20):
        for seat in {None, *state.to_act}:
            view = view_for(state, seat)
            written = json.dumps(view.to_json(legal=False))
            again = view_from_json(json.loads(written))
            assert again == view
            assert as_set(again.legal_moves()) == as_set(view.legal_moves())


def test_the_hand_is_turned_at_once_when_the_seat_has_chosen_to() -> None:
    dealt = Deal(hands_with_tops("3 4", "1 6", "2 2"), 0)
    game = play(deal(new_game(3), dealt), 1, Orient(flip=True))
    views = [view_for(game, seat).to_json() for seat in (None, 0, 1, 2)]
    turned = ["/".join(reversed(name.split("/"))) for name in card_names(dealt.hands[1])]
    assert [view["hand"] for view in views] == [
        None, card_names(dealt.hands[0]), turned, card_names(dealt.hands[2])
    ]  # fmt: skip
    assert {(view["phase"], view["turn"], *view["to_act"]) for view in views} == {
        ("orient", None, 0, 2)
    }
    assert [len(view["legal"]) for view in views] == [0, 2, 0, 2]
    assert all(view["history"] == [] for view in views)


def test_what_is_not_needed_may_be_missing_or_added() -> None:
    view = view_for(example(), 2)
    without = {key: value for key, value in EXAMPLE.items() if key != "legal"}
    for legal in (None, [], [{"type": "show"}], "?"):
        assert view_from_json({**without, "legal": legal}) == view
    assert view_from_json(without) == view
    assert view_from_json({**EXAMPLE, "later": 1}) == view


WRONG: list[dict[str, Any]] = [
    {"format": "scout-view/2"}, {"format": None}, {"format": []},
    {"players": 1}, {"players": 6}, {"players": 3}, {"players": "4"}, {"players": 4.0},
    {"players": True}, {"seat": 4}, {"seat": -1}, {"seat": None}, {"seat": "2"}, {"seat": True},
    {"round": None}, {"round": "0"}, {"round": 0.0}, {"round": False}, {"rounds": None},
    {"starter": 4}, {"starter": None}, {"phase": "ended"}, {"phase": None}, {"phase": "orient"},
    {"phase": "over"}, {"to_act": None}, {"to_act": [4]}, {"to_act": []}, {"to_act": [1]},
    {"to_act": [2, 3]}, {"to_act": [2, 2]}, {"to_act": "2"}, {"turn": None}, {"turn": 1},
    {"turn": True}, {"hand": None}, {"hand": []}, {"hand": "3/7"}, {"hand": ["3/3"]},
    {"hand": ["3/7", None]}, {"hand": [[]]}, {"hand": {}}, {"hand_counts": [8, 12, 11]},
    {"hand_counts": None}, {"hand_counts": [8, 12, 11, "11"]}, {"active_set": []},
    {"active_set": {}}, {"active_set": {"owner": 0}}, {"active_set": {"cards": ["4/5"]}},
    {"active_set": {"owner": 4, "cards": ["1/2"]}}, {"active_set": {"owner": 0, "cards": []}},
    {"active_set": {"owner": 0, "cards": ["4/5", "7/9"]}},
    {"active_set": {"owner": 0, "cards": ["4/5"], "more": 1}},
    {"active_set": {"owner": None, "cards": ["4/5"]}},
    {"collected": None}, {"collected": [0, 0, 0]}, {"chips": [0, 0, 0, 0.0]}, {"chips": None},
    {"scout_and_show": [1, 1, 1, 1]}, {"scout_and_show": [True]}, {"scout_and_show": None},
    {"scores": None}, {"scores": [0]}, {"winners": 0}, {"winners": [4]}, {"winners": [1, 0]},
    {"history": None}, {"history": [None]}, {"history": [{}]},
    {"history": [{"seat": 0, "type": "orient", "flip": True}]},
    {"history": [{"seat": 0, "type": "show"}]},
    {"history": [{"seat": 4, "type": "show", "cards": ["4/5"]}]},
    {"history": [{"seat": 0, "type": "show", "cards": ["4/5"], "start": 0}]},
    {"history": [{"seat": 0, "type": "scout", "end": "middle", "card": "4/5"}]},
    {"history": [{"seat": 0, "type": "scout", "end": "left", "card": ["4/5"]}]},
    {"history": [{"seat": 0, "type": [], "cards": ["4/5"]}]},
    {"last_round": []}, {"last_round": {}}, {"last_round": {"round": 0}},
]  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_what_is_not_of_the_format_is_no_view(wrong: dict[str, Any]) -> None:
    with pytest.raises(RuleError) as caught:
        view_from_json({**EXAMPLE, **wrong})
    assert caught.value.code == "bad_view"
    assert caught.value.sentence


@pytest.mark.parametrize("key", [key for key in EXAMPLE if key != "legal"])
def test_without_a_key_it_is_no_view(key: str) -> None:
    with pytest.raises(RuleError) as caught:
        view_from_json({name: value for name, value in EXAMPLE.items() if name != key})
    assert caught.value.code == "bad_view"


@pytest.mark.parametrize("value", [None, [], "view", 1, True, [EXAMPLE], {}])
def test_what_is_no_object_is_no_view(value: object) -> None:
    with pytest.raises(RuleError) as caught:
        view_from_json(value)
    assert caught.value.code == "bad_view"


def test_a_view_has_no_room_for_another_hand() -> None:
    assert set(View.__dataclass_fields__) == set(EXAMPLE) - {"format", "legal"}
