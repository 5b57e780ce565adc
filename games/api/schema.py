"""What the library can't know of the API, for its schema."""

from typing import Any

_DESCRIPTION = """
Find, open, join, play, leave and review games of Scout by program.

**Once**: every POST takes a header `Idempotency-Key` (1 to 200 visible ASCII characters of your
making). Sent again with the same key and body a request is done once; the same key with another
body is refused, 422 `key_reused`.

**Live**: `GET /api/v1/games/{public_id}/stream/` and `GET /api/v1/stream/` (all your games) are
server-sent events. They stand here and not among the addresses below because their answers never
end. Each `event: game` says that a game reached a version, and nothing else:
`data: {"game": "…", "version": 23}`, with `id: ….23`. Fetch your view of it then. `version` is
null when something beside the cards changed; with an empty `game`, look at all of them. With
`Last-Event-ID` you are not told again what you know. A comment comes every 20 seconds. An account
may hold so many streams open at the same time; one more is answered 429.
"""


def complete(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """The schema ``result`` with what is said of streams, and reading without signing in."""
    result["info"]["description"] = _DESCRIPTION.strip()
    bodies = result["components"]["schemas"]
    for name in ("NewGameBody", "JoinBody", "StartBody"):
        bodies[name]["additionalProperties"] = False
        for value in bodies[name]["properties"].values():
            # An empty text is a text; the library lists it apart, and then it would be both.
            value.update(value.pop("oneOf", [{}])[0])
    _fit_bots(bodies["NewGameBody"])
    for operations in result["paths"].values():
        for method, operation in operations.items():
            security: list[dict[str, list[str]]] = [{"token": []}, {"session": []}]
            operation["security"] = [*security, {}] if method == "get" else security
            _add_headers(operation["responses"])
    return result


def _fit_bots(body: dict[str, Any]) -> None:
    """Say in ``body``, that of a new game, how many bots go with how many players."""
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
            for players in (2, 3, 4, 5)
        ),
    ]


def _add_headers(answers: dict[str, Any]) -> None:
    for status, name, kind in (("304", "ETag", "string"), ("429", "Retry-After", "integer")):
        if status in answers:
            answers[status]["headers"] = {name: {"schema": {"type": kind}}}
