"""The script judges as the server does, in the same words."""

from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, JSHandle

from games.pages.table.choices import set_around
from games.pages.table.phrases import LONGEST_SET
from games.rules.cards import TOPS, Cards, deck, turned
from games.rules.sets import strength, stronger_sets
from games.words.sets import addition, addition_template, judge, verdicts

pytestmark = pytest.mark.browser

SCRIPT = Path("games/static/games/table/sets.js")
FACES = [face for card in deck(5) for face in (card, turned(card))]
RUNS = [
    bytes(next(c for c in FACES if c.to_bytes().translate(TOPS)[0] == n) for n in numbers)
    for numbers in ((3, 4), (9, 8), (1, 2, 3), (7, 6, 5, 4), (5, 6, 7, 8, 9, 10))
]
"""Sets that a random draw seldom gives."""


@pytest.fixture(scope="module")
def sets(chromium: Browser) -> Iterator[JSHandle]:
    """The module in an otherwise empty page."""
    page = chromium.new_page()
    source = b64encode(SCRIPT.read_bytes()).decode()
    yield page.evaluate_handle("url => import(url)", f"data:text/javascript;base64,{source}")
    page.close()


def alike(number: int, count: int) -> Cards:
    return bytes([card for card in FACES if card.to_bytes().translate(TOPS)[0] == number][:count])


def hands() -> list[Cards]:
    """Of all lengths, half of them full of pairs and runs."""
    chance = Random(3)
    drawn = [bytes(chance.sample(FACES, count)) for count in (1, 2, 5, 9, 11, 20)]
    drawn.append(bytes(sorted(FACES)[:1]) + alike(10, 9))
    drawn.append(RUNS[-1][::-1] + RUNS[2][::-1])
    rich = [b"".join(chance.sample([*RUNS, alike(2, 3), alike(8, 2)], 4)) for _ in range(6)]
    return drawn + rich


RINGS = [b"", *RUNS, alike(1, 1), alike(10, 1), alike(7, 2), alike(4, 3), alike(10, 5)]


def phrases(ring: Cards) -> dict[str, Any]:
    return {
        "beaten": list(ring.translate(TOPS)),
        "verdicts": verdicts(ring, LONGEST_SET),
        "add": addition_template(ring) if ring else "",
    }


@pytest.mark.parametrize("ring", RINGS, ids=lambda ring: str(list(ring.translate(TOPS))))
def test_no_verdict_of_the_script_differs_from_the_servers(sets: JSHandle, ring: Cards) -> None:
    expected = []
    for hand in hands():
        for start in range(len(hand)):
            for stop in range(start + 1, len(hand) + 1):
                verdict = judge(hand[start:stop], ring)
                if not verdict.good:
                    verdict = verdict.advised(addition(hand, start, stop, ring))
                good, (title, reason), rule = verdict
                expected.append({"good": good, "title": title, "reason": reason, "rule": rule})
    found = sets.evaluate(
        """(sets, [hands, phrases]) => hands.flatMap((hand) => hand.flatMap((_, start) =>
            hand.slice(start).map((_, more) =>
                sets.judge(hand, start, start + more + 1, phrases))))""",
        [[list(hand.translate(TOPS)) for hand in hands()], phrases(ring)],
    )
    assert found == expected
    assert {one["good"] for one in found} == {True, False}


def test_sets_are_as_strong_and_found_where_the_rules_find_them(sets: JSHandle) -> None:
    for hand in hands():
        tops = hand.translate(TOPS)
        around = sets.evaluate(
            "(sets, tops) => tops.map((_, index) => sets.setAround(tops, index))", list(tops)
        )
        assert [tuple(cut) for cut in around] == [set_around(hand, i) for i in range(len(hand))]
        beatable = sets.evaluate(
            "(sets, [tops, rings]) => rings.map((ring) => sets.canBeat(tops, ring))",
            [list(tops), [list(ring.translate(TOPS)) for ring in RINGS]],
        )
        assert beatable == [
            bool(stronger_sets(tops, strength(ring.translate(TOPS)))) for ring in RINGS
        ]


@pytest.mark.parametrize(
    ("selected", "index", "then"),
    [
        ((0, 0), 4, (4, 5)),
        ((4, 5), 5, (4, 6)),
        ((4, 5), 3, (3, 5)),
        ((3, 6), 3, (4, 6)),
        ((3, 6), 5, (3, 5)),
        ((3, 6), 4, (4, 5)),
        ((3, 6), 8, (8, 9)),
        ((4, 5), 4, (5, 5)),
    ],
)
def test_a_press_extends_shrinks_or_begins_anew(
    sets: JSHandle, selected: tuple[int, int], index: int, then: tuple[int, int]
) -> None:
    pressed = sets.evaluate("(sets, [was, at]) => sets.pressed(was, at)", [selected, index])
    assert tuple(pressed) == then
