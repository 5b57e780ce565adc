"""Which sets of the hand are listed, and in which order."""

import pytest
from bs4 import BeautifulSoup
from hypothesis import given

from games.pages.table.sets.offered import offered_sets
from games.rules.cards import TOPS, Cards
from games.rules.moves import Show
from games.rules.sets import strength, stronger_sets
from tests.pages.conftest import DealHands, keep_all, play, visit
from tests.pages.page import Page, Visitor
from tests.pages.table.test_with_scout import positions
from tests.tables import bot_game

PICTURE = "4/7 9/2 9/6 4/8 8/1 9/5 10/3 2/7 1/10 6/3"
"""The hand of the design's picture of a quiet table."""


def listed(page: Page) -> list[str]:
    """What the list of the hand's sets offers, in the order of the page."""
    chips = BeautifulSoup(page.html, "html.parser").select(".chip:not(.with-scout, .twin)")
    return [chip.get_text().strip() for chip in chips]


def brackets(page: Page) -> list[str]:
    marks = BeautifulSoup(page.html, "html.parser").select(".hand .bracket")
    return [mark.get_text().replace("✓", "").strip() for mark in marks]


def facing(deal: DealHands, hand: str, ring: str) -> Visitor:
    """Seat 0 holds ``hand``, and has no Scout & Show; it begins if ``ring`` is empty."""
    starter = 1 if ring else 0
    deal({0: hand, 1: f"{ring} 5/10 6/10"}, players=2, starter=starter, exactly=True)
    game = bot_game(players=2)
    keep_all(game, range(2))
    if ring:
        play(game, 1, Show(0, len(ring.split())))
    return visit(game)


@pytest.mark.parametrize(
    ("hand", "ring", "offered"),
    [
        # The design's picture: the longest, then same numbers before runs, then the cheapest card.
        (PICTURE, "3/5", ["8-9-10", "9-9", "2-1", "cheapest 4"]),
        # The newcomer's: 4-4-4 and 8-9-10, and no part of either, though the 4s are cheapest.
        ("4/7 4/8 4/9 1/8 8/2 9/3 10/1", "3/5", ["4-4-4", "8-9-10", "cheapest 4"]),
        # Equally many and of one kind: the higher first.
        ("2/4 2/8 7/9 7/10 5/9 6/1 9/3 8/3", "1/7", ["7-7", "2-2", "9-8", "5-6", "cheapest 2"]),
        # What no longer set holds is left: 6-5 lies in 7-6-5, and 5-5 does not.
        ("7/1 6/2 5/3 5/4", "3/8 4/8", ["7-6-5", "5-5"]),
        # Several cards in the ring: no single card beats them.
        ("2/4 9/8 9/7 4/6", "1/10 2/10", ["9-9"]),
        # Only single cards do: one of them stands for all.
        ("9/1 2/4 7/8 5/2 1/3", "4/10", ["cheapest 5"]),
        # None does.
        ("2/9 1/8", "9/10", ["2-1"]),
        ("2/9 4/8", "9/10", []),
        # Any may be shown in an empty ring, where single cards are not worth listing.
        (PICTURE, "", ["8-9-10", "9-9", "2-1"]),
        ("2/9 4/8 6/1", "", []),
    ],
)
def test_the_best_sets_come_first_and_never_with_a_part_of_theirs(
    db: None, deal: DealHands, hand: str, ring: str, offered: list[str]
) -> None:
    found = listed(facing(deal, hand, ring).page)
    if len(offered) > 4:
        # What costs least is never folded away, and comes last of those in sight.
        offered = [*offered[:3], offered[-1], *offered[3:-1]]
    assert found == offered


def test_equal_cards_are_taken_from_where_they_break_no_set(db: None, deal: DealHands) -> None:
    page = facing(deal, PICTURE.replace("4/7", "5/7"), "3/5").page
    assert page.buttons["pick-3-4"] == "Select single 4, card 4, cheapest 4 cheapest 4"
    # 4-5 needs the first 4.
    page = facing(deal, "5/7 4/9 9/2 9/6 4/8", "3/5").page
    assert [value for value in page.buttons if value.startswith("pick-")][-1] == "pick-4-5"


def test_pressing_the_cheapest_selects_it(db: None, deal: DealHands) -> None:
    player = facing(deal, PICTURE, "3/5")
    page = player.press("pick-0-1")
    assert page.checked == ["0"]
    assert "4 beats 3" in page.text


def test_what_is_selected_is_in_sight_in_place_of_the_last(db: None, deal: DealHands) -> None:
    player = facing(deal, "2/4 2/8 7/9 7/10 5/9 6/1 9/3 8/3", "1/7")
    assert listed(player.page) == ["7-7", "2-2", "9-8", "cheapest 2", "5-6"]
    assert listed(player.press("pick-4-6")) == ["7-7", "2-2", "9-8", "5-6", "cheapest 2"]


def test_phones_fold_the_weakest_of_four_but_for_the_cheapest(db: None, deal: DealHands) -> None:
    page = BeautifulSoup(facing(deal, PICTURE, "3/5").page.html, "html.parser")
    assert [chip.get_text().strip() for chip in page.select(".spare, .twin")] == ["2-1", "2-1"]
    # Pressed in either place, it is the same.
    assert len({chip["value"] for chip in page.select(".spare, .twin")}) == 1
    assert len({chip["id"] for chip in page.select(".spare, .twin")}) == 2
    three = BeautifulSoup(facing(deal, PICTURE, "").page.html, "html.parser")
    assert not three.select(".spare, .twin, #more")


@pytest.mark.parametrize(
    ("hand", "marked"),
    [
        (PICTURE, ["9-9", "8-9-10", "2-1"]),
        # 3-4-5 shares a card with 5-5-5, which is stronger; 3-4 would be a part of it.
        ("3/8 4/8 5/2 5/3 5/4", ["5-5-5"]),
    ],
)
def test_brackets_mark_what_is_listed(
    db: None, deal: DealHands, hand: str, marked: list[str]
) -> None:
    assert brackets(facing(deal, hand, "1/7").page) == marked


@given(positions())
def test_what_is_offered_stands_for_all_that_beats_the_ring(position: tuple[Cards, Cards]) -> None:
    hand, ring = position
    tops, than = hand.translate(TOPS), strength(ring.translate(TOPS))
    sets, cheapest = offered_sets(hand, ring)
    strengths = [strength(tops[slice(*cut)]) for cut in sets]
    assert strengths == sorted(strengths, reverse=True)
    assert all(each > than for each in strengths)
    singles = set()
    for start, stop in stronger_sets(tops, than):
        whole = [cut for cut in sets if cut[0] <= start and stop <= cut[1]]
        if stop - start > 1:
            assert whole
            assert ((start, stop) in sets) == (whole == [(start, stop)])
        else:
            singles.add((tops[start], start))
    assert (cheapest is None) == (not singles)
    if cheapest:
        assert tops[cheapest[0]] == min(singles)[0]
        assert (tops[cheapest[0]], cheapest[0]) in singles
