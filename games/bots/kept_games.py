"""Games of the arena as records, with who played and what they were dealt from."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any

from ..rules.deal import SECRET_BYTES, commitment
from ..rules.game import GameState
from ..rules.records import record_of


def chance_of(deal: str) -> Random:
    """Return what a deal of the arena is drawn from: its secret first, then what bots draw."""
    return Random(hashlib.sha256(deal.encode()).digest())


def dealing_secret(deal: str) -> bytes:
    """Return the secret that the cards of a deal follow from."""
    return chance_of(deal).randbytes(SECRET_BYTES)


def kept(
    game: GameState, names: Sequence[str], bots: Sequence[str | None], deal: str, rotation: int
) -> dict[str, Any]:
    """Return a finished game as ``scout-record/1``, with ``meta`` as in records of the site.

    ``bots`` has None for a seat of another program. ``deal`` and ``rotation`` name the game in its
    match.
    """
    secret = dealing_secret(deal)
    return record_of(game) | {
        "meta": {
            "id": f"arena {deal} {rotation}",
            "name": f"Deal {deal.split()[-1]}, rotation {rotation}",
            "ended": datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
            "names": list(names),
            "kinds": ["bot"] * len(names),
            "bots": list(bots),
            "rated": False,
            "deal": {
                "secret": secret.hex(),
                "commitment": commitment(secret),
                "parts": [None] * len(names),
            },
        }
    }
