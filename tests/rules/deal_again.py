"""The deal once more, written from the docstring of `games.rules.deal` alone.

For the golden vectors: deals must follow from secrets the same way for ever, or finished games
could no longer be checked.
"""

import hmac
from hashlib import sha256

from tests.rules.oracle import HAND_SIZES, Card, deck, turn_over
from tests.rules.oracle_game import Deal, holder_of_one_two


class Draws:
    """A shuffle's random numbers."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.block = 0
        self.left = b""

    def number(self) -> int:
        """From 0 to 2^32 - 1."""
        if not self.left:
            self.left = hmac.new(self.key, self.block.to_bytes(8, "big"), sha256).digest()
            self.block += 1
        four, self.left = self.left[:4], self.left[4:]
        return int.from_bytes(four, "big")

    def below(self, n: int) -> int:
        multiple = 2**32 // n * n
        while (x := self.number()) >= multiple:
            pass
        return x % n


def shuffled(
    secret: bytes, contribution: str, players: int, shuffle: int
) -> tuple[list[Card], int]:
    """The cards, and one more draw below 2."""
    label = f"scout-deal/1 players={players} shuffle={shuffle} contribution="
    message = label.encode("ascii") + contribution.encode("utf-8")
    draws = Draws(hmac.new(secret, message, sha256).digest())
    cards = deck(players)
    for i in reversed(range(1, len(cards))):
        j = draws.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    cards = [turn_over(card) if draws.below(2) == 1 else card for card in cards]
    return cards, draws.below(2)


def deal_again(secret: bytes, contribution: str, players: int, number: int) -> Deal:
    size = HAND_SIZES[players]

    def hands(cards: list[Card]) -> list[list[Card]]:
        return [cards[seat * size : (seat + 1) * size] for seat in range(players)]

    cards, lot = shuffled(secret, contribution, players, 0)
    first = holder_of_one_two(hands(cards))
    starter = lot if first is None else first
    if players == 2:
        cards = cards[22 * number :]
    else:
        cards, _ = shuffled(secret, contribution, players, number)
    return Deal(hands(cards), (starter + number) % players)
