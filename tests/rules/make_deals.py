"""Writes the golden deals from the second implementation: `python -m tests.rules.make_deals`.

Only for an intended change of the deal: afterwards finished games can't be checked.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.rules import oracle
from tests.rules.deal_again import deal_again

FILE = Path(__file__).parent.parent / "playthroughs" / "deals.json"
SECRETS = {
    "zeros": bytes(32),
    "ones": b"\xff" * 32,
    "counting": bytes(range(32)),
    "a digest": sha256(b"Scout").digest(),
    # One in ten million: with five players a number of its first shuffle is too high and dropped.
    "a dropped number": (10_607_632).to_bytes(32, "big"),
}
CONTRIBUTIONS = {"nothing": "", "words": "Ann, Bö and Çi: 17 🂡"}


def golden_deals() -> list[dict[str, Any]]:
    """Every secret with some contribution, for all rounds and numbers of players."""
    return [
        {
            "why": f"{named}, {said}, {players} players, round {number}",
            "secret": secret.hex(),
            "contribution": contribution,
            "players": players,
            "round": number,
            "commitment": sha256(b"scout-commitment/1" + secret).hexdigest(),
            "deal": {
                "starter": (dealt := deal_again(secret, contribution, players, number)).starter,
                "hands": [oracle.names(hand) for hand in dealt.hands],
            },
        }
        for named, secret in SECRETS.items()
        for said, contribution in CONTRIBUTIONS.items()
        for players in (2, 3, 4, 5)
        for number in range(players)
        if (said == "nothing" or named == "a digest")
        and (number < 2 or named == "counting")
        and (players == 5 or named != "a dropped number")
    ]


def main() -> None:
    lines = [json.dumps(golden, ensure_ascii=False) for golden in golden_deals()]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
