"""What follows from a secret, and that all deals are equally likely."""

import hmac
import json
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from itertools import pairwise
from math import sqrt
from typing import Any

import pytest

from games.rules.cards import card_names, deck, turned
from games.rules.deal import Deal, commitment, deal_round
from tests.rules import oracle
from tests.rules.deal_again import deal_again
from tests.rules.make_deals import FILE, SECRETS, golden_deals
from tests.rules.oracle_game import holder_of_one_two
from tests.rules.play import SEATS

GOLDEN: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def secret(number: int) -> bytes:
    return sha256(f"a secret for tests {number}".encode()).digest()


def names(dealt: Deal) -> list[list[str]]:
    return [card_names(hand) for hand in dealt.hands]


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["why"])
def test_a_secret_gives_the_same_deal_for_ever(golden: dict[str, Any]) -> None:
    drawn = bytes.fromhex(golden["secret"])
    dealt = deal_round(drawn, golden["contribution"], golden["players"], golden["round"])
    assert {"starter": dealt.starter, "hands": names(dealt)} == golden["deal"]
    assert commitment(drawn) == golden["commitment"]


def test_the_description_of_the_deal_is_enough_to_write_it_again() -> None:
    assert golden_deals() == GOLDEN


def test_among_the_golden_deals_is_one_with_a_number_too_high_to_be_fair() -> None:
    secret = SECRETS["a dropped number"]
    key = hmac.digest(secret, b"scout-deal/1 players=5 shuffle=0 contribution=", "sha256")
    fifteenth = hmac.digest(key, (1).to_bytes(8, "big"), "sha256")[24:28]
    # The draw below 31: only numbers up to the last multiple of 31 are fair.
    assert int.from_bytes(fifteenth, "big") >= 2**32 // 31 * 31
    assert any(golden["secret"] == secret.hex() for golden in GOLDEN)


@pytest.mark.parametrize("players", SEATS)
def test_the_deal_is_as_described_for_many_secrets(players: int) -> None:
    for number in range(100):
        contribution = "ÄΩ🂡\n"[: number % 5]
        dealt = deal_round(secret(number), contribution, players, number % players)
        again = deal_again(secret(number), contribution, players, number % players)
        assert names(dealt) == [oracle.names(hand) for hand in again.hands]
        assert dealt.starter == again.starter


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_round_deals_all_cards(players: int) -> None:
    for number in range(players):
        dealt = deal_round(secret(number), "", players, number)
        cards = [min(card, turned(card)) for hand in dealt.hands for card in hand]
        assert sorted(cards) == sorted(deck(players))
        assert {len(hand) for hand in dealt.hands} == {oracle.HAND_SIZES[players]}


def test_two_players_are_dealt_the_other_half_of_the_cards_in_round_two() -> None:
    for number in range(20):
        rounds = [deal_round(secret(number), "", 2, a_round) for a_round in (0, 1)]
        hands = [hand for dealt in rounds for hand in dealt.hands]
        assert [len(hand) for hand in hands] == [11] * 4
        cards = [min(card, turned(card)) for hand in hands for card in hand]
        assert sorted(cards) == sorted(deck(2))


@pytest.mark.parametrize("players", SEATS)
def test_who_was_dealt_the_one_two_starts_round_one(players: int) -> None:
    for number in range(50):
        dealt = deal_round(secret(number), "", players, 0)
        hands = [[oracle.parse(name) for name in hand] for hand in names(dealt)]
        assert holder_of_one_two(hands) in (dealt.starter, None if players == 2 else dealt.starter)


@pytest.mark.parametrize("players", SEATS)
def test_each_next_round_starts_with_the_next_seat(players: int) -> None:
    for number in range(10):
        starters = [
            deal_round(secret(number), "", players, a_round).starter for a_round in range(players)
        ]
        assert starters == [(starters[0] + a_round) % players for a_round in range(players)]


def test_another_secret_contribution_round_or_number_of_players_gives_another_deal() -> None:
    inputs = [
        (secret(0), "", 4, 0), (secret(1), "", 4, 0), (secret(0), "a", 4, 0),
        (secret(0), "b", 4, 0), (secret(0), "", 4, 1), (secret(0), "", 2, 0), (secret(0), "", 2, 1),
    ]  # fmt: skip
    assert len({deal_round(*each).hands for each in inputs}) == len(inputs)


@pytest.mark.parametrize(("players", "number"), [(1, 0), (6, 0), (4, 4), (4, -1), (2, 2)])
def test_there_is_no_deal_for_another_game(players: int, number: int) -> None:
    with pytest.raises(ValueError, match="round"):
        deal_round(secret(0), "", players, number)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_has_thirty_two_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32"):
        deal_round(bytes(length), "", 4, 0)


def chi_square(counts: Iterable[int], cells: int) -> float:
    """About `cells` for uniform draws."""
    counts = list(counts)
    expected = sum(counts) / cells
    missing = cells - len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected + missing * expected


# The bounds lie about six standard deviations above the mean, and the secrets are fixed.
def bound(cells: int) -> float:
    """Not reached by uniform draws."""
    return cells - 1 + 6 * sqrt(2 * (cells - 1))


@pytest.mark.parametrize("players", SEATS)
def test_every_card_is_as_likely_in_every_place_and_either_way_up(players: int) -> None:
    cards = len(deck(players))
    places: Counter[tuple[int, int]] = Counter()
    for number in range(1500):
        rounds = range(2) if players == 2 else [number % players]
        hands = [h for r in rounds for h in deal_round(secret(number), "", players, r).hands]
        places.update(enumerate(b"".join(hands)))
    cells = cards * 2 * cards
    assert sum(places.values()) == 1500 * cards
    assert chi_square(places.values(), cells) < bound(cells)


def test_neighbours_are_as_likely_to_be_any_two_cards() -> None:
    pairs: Counter[tuple[int, int]] = Counter()
    for number in range(1500):
        for hand in deal_round(secret(number), "", 3, number % 3).hands:
            sides = [min(card, turned(card)) for card in hand]
            pairs.update(pairwise(sides))
    cells = 36 * 35
    assert chi_square(pairs.values(), cells) < bound(cells)


def test_a_card_lies_either_way_up_independently_of_its_neighbour() -> None:
    both: Counter[tuple[int, int]] = Counter()
    for number in range(1500):
        hand = deal_round(secret(number), "", 5, number % 5).hands[0]
        both.update(pairwise([card % 2 for card in hand]))
    assert chi_square(both.values(), 4) < bound(4)


def test_without_the_one_two_either_of_two_players_is_as_likely_to_start() -> None:
    drawn = []
    for number in range(2000):
        dealt = deal_round(secret(number), "", 2, 0)
        if not {"1/2", "2/1"} & {name for hand in names(dealt) for name in hand}:
            drawn.append(dealt.starter)
    assert abs(len(drawn) - 1000) < 150
    assert chi_square(Counter(drawn).values(), 2) < bound(2)
