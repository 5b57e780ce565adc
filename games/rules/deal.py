"""The deal: a secret determines the cards, their order and their orientation.

The algorithm, in enough detail to write it again in another language
=====================================================================

*Inputs.* ``secret``: 32 bytes, drawn once per game. ``contribution``: a public text, the players'
part in the shuffle (may be empty). ``players``: 2 to 5. ``round_number``: from 0.

*Shuffles.* With 3 to 5 players, round ``r`` uses shuffle ``r``. With two, both rounds use shuffle 0
of all 44 cards: the first 22 for round 0, the other 22 for round 1.

*Random numbers.* The key of shuffle ``s`` is HMAC-SHA256 with key ``secret`` over the ASCII text
``scout-deal/1 players={players} shuffle={s} contribution=`` (numbers in decimal), then the
contribution in UTF-8. Block ``i`` (from 0) is HMAC-SHA256 with that key over ``i`` as 8 bytes. The
blocks form a stream in which every 4 bytes are a number from 0 to 2^32 - 1. The most significant
byte always comes first. *A draw below n* is the next number below the largest multiple of n that is
at most 2^32 (others are dropped), modulo n: all results are exactly equally likely.

*The shuffle.* Start with the cards in use (two and four players: all but 9/10; three: all without a
10; five: all), lower number on top, in the order 1/2, 1/3, ..., 1/10, 2/3, ..., 9/10. For i from
the last index down to 1, swap the card at i with the one at a draw below i + 1. Then make a draw
below 2 for each card from first to last; on 1, turn it so that its higher number is on top.

*The hands.* Of the round's cards (with two players, its half of the shuffle), the first 11, 12, 11
or 9 (2, 3, 4, 5 players) go to seat 0, left to right, the next to seat 1, and so on.

*The starting player* of round 0 is the seat dealt the card 1/2, either way up; if nobody was (with
two players), one more draw below 2 after the last card's. Round r starts with seat (starter of
round 0 + r) mod players.

*The commitment* to a secret, published before the first deal, is SHA-256 over the ASCII text
``scout-commitment/1`` followed by the 32 bytes, in lower-case hexadecimal. Once the secret is
known, anyone can check it and deal every round again.
"""

import hashlib
import hmac
from collections.abc import Iterator
from typing import NamedTuple

from .cards import ONE_TWO, Cards, deck, hand_size, turned

SECRET_BYTES = 32


class Deal(NamedTuple):
    """Each seat's hand, and the seat that starts."""

    hands: tuple[Cards, ...]
    starter: int


def commitment(secret: bytes) -> str:
    """Return the commitment to ``secret``, 64 hexadecimal digits."""
    return hashlib.sha256(b"scout-commitment/1" + secret).hexdigest()


def deal_round(secret: bytes, contribution: str, players: int, round_number: int) -> Deal:
    """Return a round's deal. Raise ``ValueError`` for inputs outside the limits above."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"A secret has {SECRET_BYTES} bytes, not {len(secret)}.")
    if not 2 <= players <= 5 or not 0 <= round_number < players:
        raise ValueError(f"There is no round {round_number} in a game of {players} players.")
    cards, lot = _shuffle(secret, contribution, players, 0)
    size = hand_size(players)
    first_starter = holder_of_one_two(_hands(cards, players, size))
    if first_starter is None:
        first_starter = lot
    if players == 2:
        cards = cards[round_number * 2 * size :]
    elif round_number:
        cards, _ = _shuffle(secret, contribution, players, round_number)
    return Deal(_hands(cards, players, size), (first_starter + round_number) % players)


def _shuffle(secret: bytes, contribution: str, players: int, shuffle: int) -> tuple[Cards, int]:
    """Return the shuffled cards, and one more draw below 2."""
    label = f"scout-deal/1 players={players} shuffle={shuffle} contribution={contribution}"
    numbers = _numbers(hmac.digest(secret, label.encode(), "sha256"))
    cards = list(deck(players))
    for i in range(len(cards) - 1, 0, -1):
        j = _draw(numbers, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    dealt = bytes(turned(card) if _draw(numbers, 2) else card for card in cards)
    return dealt, _draw(numbers, 2)


def _numbers(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def _draw(numbers: Iterator[int], below: int) -> int:
    limit = (1 << 32) - (1 << 32) % below
    return next(number for number in numbers if number < limit) % below


def _hands(cards: Cards, players: int, size: int) -> tuple[Cards, ...]:
    return tuple(cards[seat * size : (seat + 1) * size] for seat in range(players))


def holder_of_one_two(hands: tuple[Cards, ...]) -> int | None:
    """Return the seat dealt 1/2, either way up."""
    for seat, hand in enumerate(hands):
        if ONE_TWO in hand or turned(ONE_TWO) in hand:
            return seat
    return None
