"""The four moves, and their JSON form."""

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from .errors import RuleError

End = Literal["left", "right"]
MoveType = Literal["orient", "show", "scout", "scout_and_show"]
ENDS: tuple[End, End] = ("left", "right")


@dataclass(frozen=True, slots=True)
class Orient:
    """Keep the hand as dealt, or turn all of it (``flip``)."""

    type: ClassVar[MoveType] = "orient"
    flip: bool


@dataclass(frozen=True, slots=True)
class Show:
    """Show ``start`` to ``stop`` (half-open) of the hand."""

    type: ClassVar[MoveType] = "show"
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Scout:
    """Take the card at ``end`` of the Active Set, turn it if ``flip``, put it at index ``to``."""

    type: ClassVar[MoveType] = "scout"
    end: End
    flip: bool
    to: int


@dataclass(frozen=True, slots=True)
class ScoutAndShow:
    """Scout, then show from the hand with the scouted card in it."""

    type: ClassVar[MoveType] = "scout_and_show"
    end: End
    flip: bool
    to: int
    start: int
    stop: int


Move = Orient | Show | Scout | ScoutAndShow

_CLASSES: dict[str, type[Move]] = {
    "orient": Orient,
    "show": Show,
    "scout": Scout,
    "scout_and_show": ScoutAndShow,
}
_FIELD_TYPES: dict[str, type] = {
    "flip": bool,
    "start": int,
    "stop": int,
    "end": str,
    "to": int,
}


def move_to_json(move: Move) -> dict[str, Any]:
    """Return ``move`` as JSON, ``type`` first."""
    # Not ``asdict``, which copies, and takes five times as long.
    return {"type": move.type} | {name: getattr(move, name) for name in move.__match_args__}


def move_from_json(value: object) -> Move:
    """Return the move, legal or not.

    Raise ``RuleError`` (``bad_move``) unless it has exactly its kind's keys and types.
    """
    if not isinstance(value, dict):
        raise RuleError("bad_move", "A move is an object with a type.")
    kind = value.get("type")
    move_class = _CLASSES.get(kind) if isinstance(kind, str) else None
    if move_class is None:
        raise RuleError("bad_move", "The type of a move is orient, show, scout or scout_and_show.")
    fields = move_class.__match_args__
    if value.keys() != {"type", *fields}:
        raise RuleError(
            "bad_move",
            f"A move {kind} has exactly these keys: type, {', '.join(fields)}.",
        )
    for field in fields:
        if type(value[field]) is not _FIELD_TYPES[field]:
            raise RuleError("bad_move", f"The value of {field} in a move is of the wrong type.")
    if value.get("end", "left") not in ENDS:
        raise RuleError("bad_move", "An end of the Active Set is left or right.")
    return move_class(**{field: value[field] for field in fields})
