#!/usr/bin/env python3
"""Deal finished games again and say whether each was dealt as it was promised.

    python verify_deal.py records.jsonl

It needs Python alone. Each line is a record whose ``meta`` has ``deal``: the secret, the commitment
and each player's part. docs/fairness.md has the recipe.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def numbers(key: bytes) -> Iterator[int]:
    """Numbers from 0 to 2^32 - 1."""
    block = 0
    while True:
        digest = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def draw(stream: Iterator[int], below: int) -> int:
    """A number below ``below``, each equally likely."""
    limit = 2**32 - 2**32 % below
    return next(number for number in stream if number < limit) % below


def shuffled(secret: bytes, mixed: str, players: int, shuffle: int) -> tuple[list[str], int]:
    """The shuffled cards, and one more draw below 2."""
    label = f"scout-deal/1 players={players} shuffle={shuffle} contribution={mixed}"
    stream = numbers(hmac.digest(secret, label.encode(), "sha256"))
    pairs = [(low, high) for low in range(1, 10) for high in range(low + 1, 11)]
    out = {3: [pair for pair in pairs if pair[1] == 10], 5: []}.get(players, [(9, 10)])
    cards = [pair for pair in pairs if pair not in out]
    for last in range(len(cards) - 1, 0, -1):
        other = draw(stream, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    lying = [card[::-1] if draw(stream, 2) else card for card in cards]
    return [f"{top}/{bottom}" for top, bottom in lying], draw(stream, 2)


def dealt(secret: bytes, mixed: str, players: int, number: int) -> tuple[list[list[str]], int]:
    """The hands of a round (from 0), seat by seat, and the seat that starts it."""
    size = {2: 11, 3: 12, 4: 11, 5: 9}[players]
    cards, lot = shuffled(secret, mixed, players, 0)
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
    holders = [seat for seat, hand in enumerate(hands) if {"1/2", "2/1"} & {*hand}]
    if players == 2:
        cards = cards[22 * number :]
    elif number:
        cards, _ = shuffled(secret, mixed, players, number)
    hands = [cards[seat * size : (seat + 1) * size] for seat in range(players)]
    return hands, ((holders or [lot])[0] + number) % players


def fault(record: dict[str, Any]) -> str:
    """The first thing that does not fit; empty if all does."""
    deal, players = record["meta"]["deal"], record["players"]
    secret = bytes.fromhex(deal["secret"])
    if hashlib.sha256(b"scout-commitment/1" + secret).hexdigest() != deal["commitment"]:
        return "the secret is not the one that was promised"
    mixed = ",".join(f"{seat}:{part}" for seat, part in enumerate(deal["parts"]) if part)
    for number, played in enumerate(record["rounds"]):
        if (played["hands"], played["starter"]) != dealt(secret, mixed, players, number):
            return f"round {number} does not follow from the secret and the parts"
    return ""


if __name__ == "__main__":
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    faults = [fault(json.loads(line)) for line in lines if line.strip()]
    print("\n".join(found or "fair" for found in faults))
    sys.exit(any(faults))
