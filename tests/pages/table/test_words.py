"""Sets, comparisons and rows in a player's words."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.pages.table.choices import best_gap, set_around
from games.pages.table.hands import rows
from games.rules.cards import TOPS, Cards, deck, parse_cards, turned
from games.rules.errors import RuleError
from games.rules.scouting import with_card
from games.rules.sets import strength
from games.words.refusals import refusal
from games.words.sets import (
    addition,
    judge,
    set_name,
    unbroken,
    verdicts,
    what_beats,
    what_beats_briefly,
)

FACES = [face for card in deck(5) for face in (card, turned(card))]
cards = st.lists(st.sampled_from(FACES), min_size=1, max_size=5).map(bytes)


def parse(names: str) -> Cards:
    return parse_cards(names.split())


@pytest.mark.parametrize(
    ("names", "name"),
    [
        ("9/1", "single 9"),
        ("7/1 7/2", "pair of 7s"),
        ("4/1 4/2 4/3", "three 4s"),
        ("3/1 4/1 5/1 6/1", "run 3 to 6"),
        ("6/1 5/1 4/1", "run 4 to 6"),
        ("10/1 10/2 10/3 10/4 10/5 10/6 10/7 10/8 10/9", "nine 10s"),
    ],
)
def test_sets_have_names(names: str, name: str) -> None:
    assert set_name(parse(names)) == name


@pytest.mark.parametrize(
    ("names", "players", "beaters"),
    [
        ("7/1", 4, ["8 or higher", "any 2+ cards"]),
        ("10/1", 4, ["any 2+ cards"]),
        ("9/1", 3, ["any 2+ cards"]),
        ("7/1 7/2", 4, ["a pair of 8s or higher", "any 3+ cards"]),
        ("10/1 10/2", 4, ["any 3+ cards"]),
        ("4/1 4/2 4/3", 4, ["three 5s or higher", "any 4+ cards"]),
        ("4/1 5/1", 4, ["a run of two from 5 up", "any pair", "any 3+ cards"]),
        ("3/1 4/1 5/1", 4, ["a run of three from 4 up", "three alike", "any 4+ cards"]),
        ("9/1 10/1", 4, ["any pair", "any 3+ cards"]),
        ("9/1 8/1", 3, ["any pair", "any 3+ cards"]),
    ],
)
def test_what_beats_a_set_is_said(names: str, players: int, beaters: list[str]) -> None:
    assert what_beats(parse(names), players) == beaters


@pytest.mark.parametrize(
    ("names", "players", "beaters"),
    [
        ("7/1", 4, ["8+", "2+ cards"]),
        ("9/1", 3, ["2+ cards"]),
        ("7/1 7/2", 4, ["pair of 8s+", "3+ cards"]),
        ("4/1 4/2 4/3", 4, ["three 5s+", "4+ cards"]),
        ("3/1 4/1 5/1", 4, ["run from 4 up", "3 alike", "4+ cards"]),
        ("9/1 10/1", 4, ["any pair", "3+ cards"]),
    ],
)
def test_what_beats_a_set_is_said_in_few_words(
    names: str, players: int, beaters: list[str]
) -> None:
    assert what_beats_briefly(parse(names), players) == beaters


@given(own=cards, ring=cards)
def test_a_page_has_the_sentence_for_every_verdict_and_says_no_card_of_the_hand(
    own: Cards, ring: Cards
) -> None:
    good, sentence, rule = judge(own, ring)
    numbers = "-".join(str(top) for top in own.translate(TOPS))
    assert (good, *sentence, rule) in [
        (ok, title.replace("{set}", numbers), reason, place)
        for ok, title, reason, place in verdicts(ring, 10).values()
    ] or not strength(ring.translate(TOPS))


@pytest.mark.parametrize(
    ("start", "stop", "advice"),
    [
        (0, 2, "Add the 4: 6-5-4 beats 7-7."),
        (1, 3, "Add the 6: 6-5-4 beats 7-7."),
        (4, 5, "Add the 8: 8-8 beats 7-7."),
        (3, 4, ""),
    ],
)
def test_a_card_that_would_help_is_pointed_out(start: int, stop: int, advice: str) -> None:
    hand = parse("6/1 5/1 4/1 9/1 8/1 8/2")
    assert addition(hand, start, stop, parse("7/1 7/2")) == advice
    assert addition(hand, start, stop, b"") == ""


def test_sets_stay_whole_and_nothing_else_is_html() -> None:
    html = unbroken("6-5-4 beats <b>7-7</b>")
    assert html.count('<span class="set">') == 2
    assert "6-5-4</span> beats &lt;b&gt;" in html


@pytest.mark.parametrize(
    ("own", "ring", "title", "reason"),
    [
        ("6/1 8/1", "", "6-8 isn’t a set", "Cards must match or run in steps of one."),
        ("4/1 5/1 4/2", "", "4-5-4 isn’t a run", "It must keep going up or keep going down."),
        ("9/1", "1/2 1/3", "One card can’t beat two", "Show at least 2."),
        (
            "6/1 5/1",
            "7/1 7/2",
            "6-5 doesn’t beat 7-7",
            "Same size, but matching cards outrank a run.",
        ),
        ("6/1 6/2", "7/1 7/2", "6-6 doesn’t beat 7-7", "Higher wins; equal isn’t enough."),
        ("2/1 3/1", "4/1 3/2", "2-3 doesn’t beat 4-3", "Runs compare by their lowest card."),
        ("8/1 8/2", "7/1 7/2", "8-8 beats 7-7", "Higher pair."),
        ("1/2 1/3", "8/2 9/3", "1-1 beats 8-9", "Same size, and matching cards outrank a run."),
        ("1/2 2/3 3/4", "9/1 9/2", "1-2-3 beats 9-9", "Three cards beat two."),
        ("3/1", "", "3 is a set", "The ring is empty, so any set may be shown."),
    ],
)
def test_verdicts_say_why(own: str, ring: str, title: str, reason: str) -> None:
    assert judge(parse(own), parse(ring)).sentence == (title, reason)


@given(own=cards, ring=cards)
def test_verdicts_agree_with_the_rules(own: Cards, ring: Cards) -> None:
    shown, beaten = strength(own.translate(TOPS)), strength(ring.translate(TOPS))
    if beaten:
        verdict = judge(own, ring)
        assert verdict.good == (shown > beaten)
        assert verdict.sentence.title
        assert verdict.sentence.reason


@given(hand=st.lists(st.sampled_from(FACES), max_size=20).map(bytes), card=st.sampled_from(FACES))
def test_a_scouted_card_is_offered_a_gap_where_it_makes_the_most(hand: Cards, card: int) -> None:
    def made(to: int) -> int:
        start, stop = set_around(with_card(hand, to, card), to)
        return strength(with_card(hand, to, card)[start:stop].translate(TOPS))

    gaps = range(len(hand) + 1)
    assert made(best_gap(hand, card)) == max(made(to) for to in gaps)


@pytest.mark.parametrize("count", range(1, 41))
def test_rows_are_even_and_never_too_long(count: int) -> None:
    classes, a_row = rows(count)
    assert classes.startswith(f"row t{a_row[0]} n{a_row[1]} w{a_row[2]}")
    for size, most in zip(a_row, (6, 6 if count <= 12 else 7, 12), strict=True):
        assert size <= most
        number_of_rows = -(-count // size)
        assert number_of_rows == -(-count // most)


def test_every_code_a_move_can_be_refused_with_has_a_sentence() -> None:
    codes = [
        "not_your_turn",
        "wrong_phase",
        "no_such_cards",
        "nothing_to_scout",
        "no_such_place",
        "no_scout_chip",
        "scout_and_show_used",
        "not_with_two_players",
        "stale",
        "not_started",
        "not_seated",
        "game_over",
    ]
    said = {code: refusal(RuleError(code, "English")) for code in codes}
    assert len({*said.values()}) == len(codes)
    assert refusal(RuleError("bad_move", "English")).title == "That move wasn’t understood"
    for sentence, word in product(said.values(), ("!", "English")):
        assert word not in sentence.said
