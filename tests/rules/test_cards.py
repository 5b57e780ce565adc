"""Cards in the game, their notation, and turning."""

import pytest

from games.rules.cards import (
    PLAYER_COUNTS,
    TOPS,
    bottom,
    card_name,
    card_names,
    deck,
    hand_size,
    parse_card,
    parse_cards,
    top,
    turn_all,
    turned,
)
from tests.rules import oracle


def test_the_game_is_for_two_to_five_players() -> None:
    assert list(PLAYER_COUNTS) == [2, 3, 4, 5]


@pytest.mark.parametrize(("players", "cards"), [(2, 44), (3, 36), (4, 44), (5, 45)])
def test_the_deck_has_the_cards_of_the_rules(players: int, cards: int) -> None:
    assert len(deck(players)) == cards
    assert card_names(deck(players)) == oracle.names(oracle.deck(players))


@pytest.mark.parametrize("players", [2, 4])
def test_only_nine_ten_is_out_with_two_or_four_players(players: int) -> None:
    assert set(deck(5)) - set(deck(players)) == {parse_card("9/10")}


def test_every_card_with_a_ten_is_out_with_three_players() -> None:
    out = set(deck(5)) - set(deck(3))
    assert sorted(card_names(bytes(out))) == sorted(f"{number}/10" for number in range(1, 10))


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_hands_have_the_size_of_the_rules(players: int) -> None:
    assert hand_size(players) == oracle.HAND_SIZES[players]


def test_a_card_is_read_as_it_is_written() -> None:
    faces = [f"{high}/{low}" for high in range(1, 11) for low in range(1, 11) if high != low]
    assert [card_name(parse_card(face)) for face in faces] == faces
    assert len({parse_card(face) for face in faces}) == 90


def test_turning_a_card_exchanges_its_numbers() -> None:
    card = parse_card("3/7")
    assert (top(card), bottom(card)) == (3, 7)
    assert card_name(turned(card)) == "7/3"
    assert turned(turned(card)) == card


def test_turning_a_hand_keeps_the_order_of_the_cards() -> None:
    hand = parse_cards(["3/7", "4/1", "2/10"])
    assert card_names(turn_all(hand)) == ["7/3", "1/4", "10/2"]
    assert list(hand.translate(TOPS)) == [3, 4, 2]
    assert list(turn_all(hand).translate(TOPS)) == [7, 1, 10]


@pytest.mark.parametrize(
    "name",
    ["3/3", "0/1", "11/1", "3", "3/", "/7", "03/7", "3/7 ", "3-7", "", "\uff13/7", 37, None, []],
)
def test_what_is_no_card_is_refused(name: object) -> None:
    with pytest.raises(ValueError, match="card"):
        parse_card(name)
