"""JSON schemas."""

from typing import Any

from games.bots.reviewing.grades import Grade
from games.rules.orders import MOST_ORDERS

Schema = dict[str, Any]

CARD: Schema = {
    "type": "string",
    "pattern": "^(10|[1-9])/(10|[1-9])$",
    "description": "`3/7`: top 3, bottom 7.",
    "example": "3/7",
}
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 4}
_PLACE: Schema = {"type": "integer", "minimum": 0, "maximum": 50}
_FLIP: Schema = {"type": "boolean"}
_END: Schema = {"type": "string", "enum": ["left", "right"]}
_SLICE: Schema = {"start": _PLACE, "stop": _PLACE}
_TAKEN: Schema = {"end": _END, "flip": _FLIP, "to": _PLACE}


def _object(properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
    }


def _list(items: Schema, **limits: int) -> Schema:
    return {"type": "array", "items": items, **limits}


_MOVES: dict[str, Schema] = {
    "orient": {"flip": _FLIP},
    "show": _SLICE,
    "scout": _TAKEN,
    "scout_and_show": {**_TAKEN, **_SLICE},
}


def moves(**before: Schema) -> Schema:
    """Return the schema of any move; extra keys ``before`` its own."""
    return {
        "oneOf": [
            _object({**before, "type": {"type": "string", "enum": [name]}, **keys})
            for name, keys in _MOVES.items()
        ]
    }


def _turn(name: str) -> Schema:
    return _object({"type": {"type": "string", "enum": [name]}, **_MOVES[name]})


ORDER: Schema = {
    "oneOf": [
        _object({"move": _turn("show")}),
        _object({"move": _turn("scout"), "card": CARD}),
        _object({"move": _turn("scout_and_show"), "card": CARD}),
    ]
}
SEQ: Schema = {"type": "integer", "minimum": 0, "maximum": 100_000}
PLAN: Schema = _object(
    {
        "seq": {**SEQ, "description": "The `seq` of the game when the plan was made."},
        "orders": _list(ORDER, minItems=1, maxItems=MOST_ORDERS),
    }
)
MOVE = moves()
MOVE_BODY: Schema = moves(
    seq={**SEQ, "description": "The `seq` of the game the move was chosen for."}
)
PUBLIC_MOVE: Schema = {
    "oneOf": [
        _object({"seat": SEAT, "type": {"type": "string", "enum": [name]}, **keys})
        for name, keys in {
            "show": {"cards": _list(CARD)},
            "scout": {"end": _END, "card": CARD},
            "scout_and_show": {"end": _END, "card": CARD, "cards": _list(CARD)},
        }.items()
    ]
}
_ENDED_BY: Schema = {"type": "string", "enum": ["empty_hand", "unbeaten", "turn_limit"]}
_ENDER: Schema = {**SEAT, "type": ["integer", "null"]}
_SCORE: Schema = _object(
    {
        **{name: {"type": "integer", "minimum": 0} for name in ("collected", "chips", "hand")},
        "ender": {"type": "boolean"},
        "total": {"type": "integer"},
    }
)
LAST_ROUND: Schema = _object(
    {
        "round": SEAT,
        "ended_by": _ENDED_BY,
        "ender": _ENDER,
        "scores": _list(_SCORE),
        "history": _list(PUBLIC_MOVE),
    }
)
_META: Schema = {
    "type": "object",
    "properties": {
        "names": _list({"type": "string"}),
        "kinds": _list({"type": "string", "enum": ["member", "guest", "bot", "moderator"]}),
        "bots": _list({"type": ["string", "null"]}),
    },
    "required": ["names", "kinds", "bots"],
}
"""There is more in it: ``docs/api.md``."""
RECORD: Schema = _object(
    {
        "format": {"type": "string", "enum": ["scout-record/1"]},
        "players": {"type": "integer", "minimum": 2, "maximum": 5},
        "rounds": _list(
            _object(
                {
                    "starter": SEAT,
                    "hands": _list(_list(CARD)),
                    "flips": _list(_FLIP),
                    "moves": _list(moves(seat=SEAT)),
                    "ended_by": _ENDED_BY,
                    "ender": _ENDER,
                    "scores": _list(_SCORE),
                }
            )
        ),
        "totals": _list({"type": "integer"}),
        "winners": _list(SEAT),
        "meta": _META,
    },
    optional=("meta",),
)

_POINTS: Schema = {"type": "number", "description": "The lead over the others’ mean."}
_OPTION: Schema = _object({"move": moves(), "points": _POINTS})
_DECISION: Schema = _object(
    {
        "number": {"type": "integer", "minimum": 0, "description": "0: which way up."},
        "seat": SEAT,
        "played": moves(),
        "points": _POINTS,
        "given_away": {"type": "number", "minimum": 0},
        "ahead": {
            "type": "number",
            "nullable": True,
            "description": "By how much the best kind of move leads; null if there is no other.",
        },
        "grade": {"type": "string", "enum": [grade.value for grade in Grade]},
        "best": _list(_OPTION, maxItems=3),
    },
    optional=("given_away", "ahead", "grade", "best"),
)
_SEAT_REVIEW: Schema = _object(
    {
        "decisions": {"type": "integer", "minimum": 1},
        "given_away": {"type": "number", "minimum": 0},
        "accuracy": {"type": "number", "minimum": 0, "maximum": 1, "nullable": True},
        "turning_points": _list(
            _object({"round": {"type": "integer"}, "number": {"type": "integer"}}), maxItems=3
        ),
    }
)
REVIEW: Schema = _object(
    {
        "format": {"type": "string", "enum": ["scout-review/1"]},
        "players": {"type": "integer", "minimum": 2, "maximum": 5},
        "expert": {"type": "string", "description": "Which expert judged."},
        "rounds": _list(
            _object({"luck": _list({"type": "number"}), "decisions": _list(_DECISION)})
        ),
        "seats": _list({**_SEAT_REVIEW, "nullable": True}),
    }
)
