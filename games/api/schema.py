"""What the schema generator cannot know."""

from collections.abc import Sequence
from typing import Any

from games.api.bodies import PLAIN
from games.api.requests import KEY
from games.api.shapes.parts import ENUMS

_DESCRIPTION = """
Find, open, join, play, leave and review games of Scout by program.

**Idempotency**: every POST, PUT and DELETE accepts a header `Idempotency-Key`. A request repeated
with the same key and body is carried out once, and answered with the same status, the game as it is
now and, in `Idempotency-Version`, the version that the first request led to; the same key with
another body is refused with 422 `key_reused`.

**Live**: `GET /api/v1/games/{public_id}/stream/` and `GET /api/v1/stream/` (all your games) are
server-sent events; their answers never end. Each `event: game` says where a game is (`GameEvent`):
that it has reached a version, and who is to act. Then fetch your view of it.

**Refusals**: each has a stable `code` (`RefusalCode`) and a sentence for people.

New keys, codes and addresses may come within version 1: pass over what you don't know.
"""
_TEXT = {"type": "string"}
_HEADERS = {
    "ETag": ("The version of this answer, for `If-None-Match`.", _TEXT),
    "Location": ("The address of the game.", {"type": "string", "format": "uri-reference"}),
    "Retry-After": ("Seconds to wait.", {"type": "integer", "minimum": 1}),
    "Idempotency-Version": (
        "With the answer to a repeat: the version that the first request led to.",
        {"type": "integer", "minimum": 0},
    ),
}
_PARAMETERS = {
    "Idempotency-Key": (
        "1 to 200 visible ASCII characters of your choice, such as a UUID. A request repeated with "
        "its key is carried out once.",
        {"type": "string", "pattern": f"^{KEY.pattern}$", "minLength": 1, "maxLength": 200},
    ),
    "If-None-Match": ("The `ETag` of the answer that you have: if it is the same, 304.", _TEXT),
    "Last-Event-ID": (
        "The `id` of the last event that you have. You are not told it again, but of every game of "
        "yours that has moved on since, or ended.",
        _TEXT,
    ),
}


_IN_PARTS = {"application/x-ndjson", "text/event-stream"}


def complete(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add descriptions, headers, streams, named choices and security to ``result``."""
    result["info"]["description"] = _DESCRIPTION.strip()
    components = result["components"]
    for name, body in components["schemas"].items():
        if name.endswith("Body"):
            for value in body.get("properties", {}).values():
                # The library lists empty text as a separate case, which would then match twice.
                if {"type": "string", "maxLength": 0} in value.get("oneOf", ()):
                    value.update(value.pop("oneOf")[0])
    components["schemas"] = dict(sorted({**components["schemas"], **ENUMS}.items()))
    components["headers"] = {
        name: {"description": said, "schema": schema} for name, (said, schema) in _HEADERS.items()
    }
    components["parameters"] = {
        name: {"in": "header", "name": name, "description": said, "schema": schema}
        for name, (said, schema) in _PARAMETERS.items()
    }
    for operations in result["paths"].values():
        for method, operation in operations.items():
            scope = "read" if method == "get" else "play"
            security: list[dict[str, list[str]]] = [
                {"token": []},
                {"app": [scope]},
                {"session": []},
            ]
            operation["security"] = [*security, {}] if method == "get" else security
            _refuse_control(operation.get("parameters", ()))
            _add_headers(method, operation)
            for answer in operation["responses"].values():
                _part(answer.get("content", {}))
    return result


def _part(content: dict[str, Any]) -> None:
    """Say that such an answer is a text of many parts, each by the schema that is there."""
    for kind in _IN_PARTS & content.keys():
        each = content[kind]["schema"]
        content[kind]["schema"] = {
            "type": "string",
            "contentMediaType": kind,
            "contentSchema": each,
        }


def _refuse_control(parameters: Sequence[dict[str, Any]]) -> None:
    for parameter in parameters:
        value = parameter["schema"]
        if value.get("type") == "string" and not {"enum", "format"} & value.keys():
            value["pattern"] = PLAIN


def _add_headers(method: str, operation: dict[str, Any]) -> None:
    answers = operation["responses"]
    asked, told = [], {"429": "Retry-After", "503": "Retry-After", "201": "Location"}
    if method != "get":
        asked.append("Idempotency-Key")
    if "304" in answers:
        asked.append("If-None-Match")
        told |= {"200": "ETag", "304": "ETag"}
    for status, name in told.items():
        if status in answers:
            header = {name: {"$ref": f"#/components/headers/{name}"}}
            answers[status].setdefault("headers", {}).update(header)
    if "text/event-stream" in answers.get("200", {}).get("content", {}):
        asked.append("Last-Event-ID")
    if asked:
        found = [{"$ref": f"#/components/parameters/{name}"} for name in asked]
        operation["parameters"] = [*operation.get("parameters", ()), *found]
