"""Hints in words: titles, points and reasons."""

from dataclasses import replace

import pytest

from games.log.store import load_state
from games.models import Game
from games.pages.table.hint.words import lead_text, move_title, reasons_for, short_titles
from games.play.hints import Advice
from games.play.outlook import Outlook
from games.play.tables import table_for
from games.rules.cards import parse_cards
from games.rules.moves import Move, Orient, Scout, Show
from games.rules.views import ActiveSet, View, view_for
from games.words.people import People, people_at
from tests.names import bare

pytestmark = pytest.mark.django_db

RIGHT = Scout("right", flip=False, to=1)


@pytest.fixture
def seen(game: Game) -> tuple[View, People]:
    found = table_for(public_id=game.public_id, user=game.seats.get(number=0).user)  # type: ignore[arg-type]
    assert found is not None
    return view_for(load_state(game), 0), people_at(found.seats, 0)


def why(seen: tuple[View, People], move: Move, *, least_harm: bool = True, **facts: object) -> str:
    outlook = Outlook(**{"needed": 2, "needed_before": 2, "held": 5, **facts})  # type: ignore[arg-type]
    reasons = reasons_for(*seen, Advice(move, 0.0, outlook), least_harm=least_harm)
    return bare(" ".join(reasons))


def test_reasons_of_a_show(seen: tuple[View, People]) -> None:
    move = Show(1, 3)
    assert why(seen, move, won=1, stands=0.7) == (
        "It wins 1 card. It will probably stand unbeaten. You would need 2 more shows."
    )
    assert why(seen, move, stands=0.4, needed=1) == (
        "It may well stand unbeaten. You would need 1 more show."
    )
    assert why(seen, move, ends_round=True, won=2) == (
        "Your hand is empty then, and the round ends. It wins 2 cards."
    )


def test_reasons_of_a_scout(seen: tuple[View, People]) -> None:
    assert why(seen, RIGHT, needed=1) == (
        "You would need 1 more show instead of 2. Otto gets a chip."
    )
    assert why(seen, RIGHT) == "You would still need 2 more shows. Otto gets a chip."
    assert why(seen, RIGHT, needed=3) == (
        "It does the least harm: nothing better can be had from this set. Otto gets a chip."
    )
    assert why(seen, RIGHT, needed=3, least_harm=False) == (
        "You would need 3 more shows instead of 2. Otto gets a chip."
    )
    assert why(seen, RIGHT, ends_round=True) == ("The round ends with it: nobody has beaten Otto.")


def test_reasons_for_a_way_to_hold_the_hand(seen: tuple[View, People]) -> None:
    turn = Orient(flip=True)
    assert why(seen, turn, needed=1) == (
        "You would need 1 show to empty your hand, the other way 2."
    )
    assert why(seen, turn).startswith("You would need 2 shows either way; ")
    assert why(seen, turn, needed=4) == (
        "You would need 4 shows to empty your hand, the other way 2."
    )


@pytest.mark.parametrize(
    ("cards", "move", "title"),
    [
        ("7/6", Show(1, 2), "Show 8, card 2"),
        ("7/6", Show(1, 3), "Show 8-8"),
        ("7/6", Scout("left", flip=False, to=1), "Scout the 7, between 6 and 8"),
        ("7/6", Scout("left", flip=True, to=0), "Scout the 7 turned to 6, before the 6"),
        (
            "7/6 7/9",
            Scout("left", flip=True, to=11),
            "Scout the 7 on the left turned to 6, after the 3",
        ),
        ("7/6 7/9", Scout("left", flip=False, to=1), "Scout the 7 on the left, between 6 and 8"),
        (
            "7/6 7/9",
            Scout("right", flip=True, to=1),
            "Scout the 7 on the right turned to 9, between 6 and 8",
        ),
    ],
)
def test_moves_are_named_as_one_says_them(
    seen: tuple[View, People], cards: str, move: Move, title: str
) -> None:
    view = replace(seen[0], active_set=ActiveSet(3, parse_cards(cards.split())))
    assert move_title(view, move) == title


def test_short_titles_alike_say_which_card_they_mean(seen: tuple[View, People]) -> None:
    view = replace(seen[0], active_set=ActiveSet(3, parse_cards(["7/6", "7/9"])))
    left, right = Scout("left", flip=False, to=1), Scout("right", flip=False, to=1)
    assert short_titles(view, [left, right, Show(1, 2), Show(2, 3)]) == [
        "Scout left 7, between 6 and 8",
        "Scout right 7, between 6 and 8",
        "Show 8, card 2",
        "Show 8, card 3",
    ]
    assert short_titles(view, [left, Show(1, 2)]) == ["Scout 7, between 6 and 8", "Show 8"]


@pytest.mark.parametrize(("points", "text"), [(2.44, "+2.4"), (-0.26, "−0.3"), (-0.04, "0.0")])
def test_points_have_one_place_and_a_true_sign(points: float, text: str) -> None:
    assert lead_text(points) == text
