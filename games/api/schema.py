"""What the schema generator cannot know."""

from collections.abc import Sequence
from typing import Any

from games.api.bodies import PLAIN
from games.rules.cards import PLAYER_COUNTS

_DESCRIPTION = """
Find, open, join, play, leave and review games of Scout by program.

**Idempotency**: every POST, PUT and DELETE accepts a header `Idempotency-Key`: 1 to 200 visible
ASCII characters of your choice. A request repeated with the same key and body is carried out once,
and answered with the same status, the game as it is now and, in `Idempotency-Version`, the version
that the first request led to; the same key with another body is refused with 422 `key_reused`.

**Live**: `GET /api/v1/games/{public_id}/stream/` and `GET /api/v1/stream/` (all your games) are
server-sent events. They are not listed below because their answers never end. Each `event: game`
says only that a game has reached a version:
`data: {"game": "…", "version": 23}`, with `id: ….23`. Then fetch your view of it. `version` is
null if something other than the cards changed; if `game` is empty, fetch all your games. With
`Last-Event-ID`, events you already have are left out. A comment is sent every 20 seconds. The
number of open streams per account is limited; one too many is answered with 429.
"""


def complete(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add description, bots and security to ``result``."""
    result["info"]["description"] = _DESCRIPTION.strip()
    bodies = result["components"]["schemas"]
    for name in ("NewGameBody", "JoinBody", "StartBody", "KeepBody"):
        bodies[name]["additionalProperties"] = False
        for value in bodies[name]["properties"].values():
            # The library lists empty text as a separate case, which would then match twice.
            value.update(value.pop("oneOf", [{}])[0])
    _fit_bots(bodies["NewGameBody"])
    for operations in result["paths"].values():
        for method, operation in operations.items():
            security: list[dict[str, list[str]]] = [{"token": []}, {"session": []}]
            operation["security"] = [*security, {}] if method == "get" else security
            _add_headers(operation["responses"])
            _refuse_control(operation.get("parameters", ()))
    return result


def _refuse_control(parameters: Sequence[dict[str, Any]]) -> None:
    for parameter in parameters:
        value = parameter["schema"]
        if value.get("type") == "string" and not {"enum", "format"} & value.keys():
            value["pattern"] = PLAIN


def _fit_bots(body: dict[str, Any]) -> None:
    four = {"required": ["players"]}
    body["anyOf"] = [
        {"properties": {"bots": {"maxItems": 0}}},
        {"not": four, "properties": {"bots": {"maxItems": 3}, "rated": {"const": False}}},
        *(
            {
                **four,
                "properties": {
                    "players": {"const": players},
                    "bots": {"maxItems": players - 1},
                    "rated": {"const": False},
                },
            }
            for players in PLAYER_COUNTS
        ),
    ]


def _add_headers(answers: dict[str, Any]) -> None:
    for status, name, kind in (("304", "ETag", "string"), ("429", "Retry-After", "integer")):
        if status in answers:
            answers[status]["headers"] = {name: {"schema": {"type": kind}}}
