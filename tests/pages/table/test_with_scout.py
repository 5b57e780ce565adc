"""Sets that a Scout makes possible: which are listed, and what pressing one does."""

from itertools import islice

import pytest
from django.utils.html import escape
from hypothesis import given
from hypothesis import strategies as st

from games.log.store import load_state
from games.models import Game, Move
from games.pages.table.sets.with_scout import WithScout, parse_value, sets_with_scout
from games.rules.cards import TOPS, Cards, deck, parse_cards, top, turned
from games.rules.legal import turn_moves
from games.rules.moves import Scout, ScoutAndShow, Show
from games.rules.scouting import scouted_card, with_card
from games.rules.sets import is_set, strength
from games.rules.views import view_for
from tests.pages.conftest import MINE, DealHands, keep_all, play, visit
from tests.pages.page import Page, Visitor
from tests.pages.table.test_moves import last_move
from tests.secrecy.pairs import pairs_of_states
from tests.tables import bot_game

LONGEST = "both-left-0-3-2-7"
"""8-7-6-5-4 with the 7 from the left."""


def cards(names: str) -> Cards:
    return parse_cards(names.split())


def labels(hand: str, ring: str) -> list[str]:
    found = sets_with_scout(cards(hand), cards(ring))
    return [f"+{one.number}: {'-'.join(map(str, one.tops))}" for one in found]


def own_cards(move: ScoutAndShow | WithScout) -> set[int]:
    """Where those of the hand lie that it shows."""
    return {place - (place > move.to) for place in range(move.start, move.stop) if place != move.to}


@pytest.mark.parametrize(
    ("hand", "ring", "listed"),
    [
        # The design's hand: the longest first, then the higher; 8-7 is part of 6-7-8.
        (
            "6/8 8/10 8/9 6/5 5/2 4/8",
            "7/6 7/9",
            ["+7: 8-7-6-5-4", "+7: 6-7-8", "+6: 6-5-4", "+6: 6-6", "+6: 6-6", "+9: 8-9", "+9: 8-9"],
        ),
        # 2-3 and 3-4 are parts of 2-3-4, and no lower pair nor single card beats what is left.
        ("2/8 4/9", "3/10 4/1 5/2", ["+3: 2-3-4", "+2: 2-2", "+5: 4-5"]),
        # The last card leaves an empty ring, which one card beats: whatever makes no set, alone.
        ("3/1 9/2", "4/6", ["+4: 3-4", "+6: 6"]),
        # Three gaps make one set of equal cards.
        ("5/1 5/2", "5/3", ["+5: 5-5-5", "+3: 3"]),
        ("1/4 1/6", "9/8 9/7 9/6 9/5", []),
    ],
)
def test_the_largest_sets_with_the_scouted_card_are_listed(
    hand: str, ring: str, listed: list[str]
) -> None:
    assert labels(hand, ring) == listed


@st.composite
def positions(draw: st.DrawFn) -> tuple[Cards, Cards]:
    """A hand of up to 20 cards, and a set in the ring."""
    drawn = draw(st.permutations(list(deck(5))))
    order = [turned(card) if draw(st.booleans()) else card for card in drawn[:26]]
    size = draw(st.integers(1, 6))
    ring = bytes(order[:size])
    # Any cards rarely make a set, so the ring is the longest one they begin with.
    while not is_set(ring.translate(TOPS)):
        ring = ring[:-1]
    return bytes(order[size : size + draw(st.integers(1, 20))]), ring


@given(positions())
def test_what_is_listed_is_legal_whole_and_complete(position: tuple[Cards, Cards]) -> None:
    hand, ring = position
    listed = sets_with_scout(hand, ring)
    moves = turn_moves(hand, ring, may_scout=True, may_scout_and_show=True)
    legal = {move for move in moves if isinstance(move, ScoutAndShow)}
    for found in listed:
        assert parse_value(found.value.removeprefix("both-")) in legal
        made = with_card(hand, found.to, scouted_card(ring, found.end, found.flip))
        assert made[found.start : found.stop].translate(TOPS) == found.tops
        assert found.start <= found.to < found.stop
        for other in listed:
            if other is not found and other.number == found.number:
                assert not own_cards(found) <= own_cards(other)
    for move in legal:
        if move.start <= move.to < move.stop:
            taken = scouted_card(ring, move.end, move.flip)
            shown = with_card(hand, move.to, taken)[move.start : move.stop].translate(TOPS)
            assert any(
                found.number == top(taken)
                and own_cards(move) <= own_cards(found)
                and strength(shown) <= strength(found.tops)
                for found in listed
            )


def test_what_is_listed_follows_from_what_the_viewer_sees() -> None:
    listed = 0
    for viewer, state, other in islice(pairs_of_states(), 400):
        mine, theirs = view_for(state, viewer), view_for(other, viewer)
        if viewer is None or not mine.hand or not mine.active_set:
            continue
        assert theirs.hand is not None
        assert theirs.active_set
        found = sets_with_scout(mine.hand, mine.active_set.cards)
        assert found == sets_with_scout(theirs.hand, theirs.active_set.cards)
        listed += len(found)
    assert listed


def chips(page: Page) -> dict[str, str]:
    return {
        value: label
        for value, label in page.buttons.items()
        if value.startswith("both-") and "&" in label
    }


def test_two_presses_make_a_scout_and_show(game: Game, player: Visitor) -> None:
    before = Move.objects.filter(game=game).count()
    assert player.page.buttons[LONGEST] == (
        "Scout the 7 from the left, put it between 8 and 6, show 8-7-6-5-4. "
        "Uses your Scout & Show. +7: 8-7-6-5-4"
    )
    page = player.press(LONGEST)
    assert "Left in the ring single 7" in page.text
    assert "8-7-6-5-4 beats the 7 left" in page.text
    assert "You win 1. Otto (bot) gets a chip." in page.text
    assert page.checked == ["2", "3", "4", "5", "6"]
    assert page.buttons["undo"] == "Undo"
    assert page.buttons["show"] == "Scout 7, show 8-7-6-5-4"
    assert "back" not in page.buttons
    assert Move.objects.filter(game=game).count() == before
    page = player.press("show")
    assert last_move(game) == {
        "seat": 0,
        "actor": "player",
        "type": "scout_and_show",
        "end": "left",
        "flip": False,
        "to": 3,
        "start": 2,
        "stop": 7,
    }
    assert "You scout a 7, show 8-7-6-5-4" in page.text


def test_a_press_can_be_undone_or_followed_by_another(player: Visitor) -> None:
    own = {value for value in player.page.buttons if value.startswith("pick-")}
    listed = set(chips(player.page))
    page = player.press(LONGEST)
    # The same sets stay in the list, and the pressed one is marked.
    assert {value for value in page.buttons if value.startswith("pick-")} == own
    assert set(chips(page)) == listed
    assert f'value="{LONGEST}" data-cards="2-7" aria-pressed="true"' in page.html
    page = player.press("both-left-1-7-7-9")
    assert "6-6 beats the 7 left" in page.text
    page = player.press("pick-1-3")
    assert "8-8 beats 7-7" in page.text
    assert page.checked == ["1", "2"]
    page = player.press(LONGEST)
    page = player.press("undo")
    assert (page.checked, page.value("mode")) == ([], "")
    assert page.faces[:2] == ["7/6", "7/9"]


def test_other_cards_can_be_chosen_with_the_card_in_hand(game: Game, player: Visitor) -> None:
    player.press(LONGEST)
    page = player.press("look", cards=[3, 4])
    assert "7-6 beats the 7 left" in page.text
    page = player.press("look", cards=[0])
    assert "6 doesn’t beat the 7 left" in page.text
    player.press("show", cards=[3, 4])
    assert (last_move(game)["start"], last_move(game)["stop"]) == (3, 5)


def test_equal_labels_say_where_their_cards_are(player: Visitor) -> None:
    listed = chips(player.page).values()
    shown = [label.partition("Show. ")[2] for label in listed]
    assert len(set(shown)) == len(shown)
    for place in ("left", "middle", "right"):
        assert f"+6: 6-6, {place}" in shown


def test_equal_sets_of_the_hand_say_where_they_are_too(db: None, deal: DealHands) -> None:
    deal({0: "6/8 5/2 9/1 6/5 5/8 1/2", 3: "10/1"}, starter=3)
    game = bot_game()
    keep_all(game, range(4))
    play(game, 3, Show(0, 1))
    page = visit(game).page
    assert page.buttons["pick-0-2"].endswith("6-5, left")
    assert page.buttons["pick-3-5"].endswith("6-5, right")


def test_a_game_may_keep_these_sets_to_itself_too(game: Game, player: Visitor) -> None:
    assert chips(player.page)
    game.show_legal_sets = False
    game.save()
    assert not chips(player.look())


def test_the_chip_is_spent_for_the_round(game: Game, player: Visitor) -> None:
    player.press(LONGEST)
    player.press("show")
    play(game, 1, Scout("left", flip=False, to=0))
    play(game, 2, Scout("left", flip=False, to=0))
    shows = (each for each in view_for(load_state(game), 3).legal_moves() if isinstance(each, Show))
    play(game, 3, next(shows))
    page = player.look()
    assert page.headings == ["You’re on"]
    assert not chips(page)
    page = player.press(LONGEST)
    assert escape("You’ve used Scout & Show this round") in escape(page.text)


def test_with_two_players_there_are_none(db: None, deal: DealHands) -> None:
    deal({0: MINE, 1: "7/6 7/9"}, players=2, starter=1)
    game = bot_game(players=2)
    keep_all(game, range(2))
    play(game, 1, Show(0, 2))
    player = visit(game)
    assert "pick-1-3" in player.page.buttons
    assert not chips(player.page)
    assert "There is no Scout & Show with two players" in player.press(LONGEST).text


@pytest.mark.parametrize(
    "value",
    [
        "both-left-0-3-2",
        "both-up-0-3-2-7",
        "both-left-2-3-2-7",
        "both-left-0-99-2-7",
        "both-left-0-3-7-2",
        "both-left-0-3-2-13",
        "both-left-0-³-2-7",
    ],
)
def test_a_made_up_press_changes_nothing(player: Visitor, value: str) -> None:
    page = player.press(value)
    assert page.status == 200
    assert page.value("mode") == ""
    assert page.headings == ["You’re on"]
