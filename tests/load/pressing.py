"""What the form at a table sends."""

import re
from typing import Any

_CSRF = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def csrf_of(page: str) -> str:
    """Raises `LookupError` if the page has no form."""
    found = _CSRF.search(page)
    if found is None:
        raise LookupError(page[:200])
    return found[1]


def fields_of(move: dict[str, Any]) -> dict[str, Any]:
    """For a move as the API has it."""
    cards = [*range(move.get("start", 0), move.get("stop", 0))]
    card = {"end": move.get("end"), "flip": int(move.get("flip", 0)), "to": move.get("to")}
    match move["type"]:
        case "orient":
            return {"action": "turn", "way": "turn" if move["flip"] else "keep"}
        case "show":
            return {"action": "show", "card": cards}
        case "scout":
            return {"action": "send", "mode": "scout", **card}
    return {"action": "show", "mode": "both", "step": 2, "card": cards, **card}
