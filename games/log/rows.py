"""The rows of a game's log as they were read, and the seals they must carry.

Only the log and what proves or rebuilds it come here: rows tell every hand.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from games.log.chain import seal
from games.models import ChairEvent, Game, Hand, Move, Round
from games.rules.moves import Move as RulesMove
from games.rules.moves import Orient, Scout, ScoutAndShow, Show

_GAME_COLUMNS = (
    "id",
    "public_id",
    "players",
    "rules_version",
    "commitment",
    "contribution",
    "created_at",
)
_CHAIR_EVENTS = frozenset(ChairEvent.values)


class RoundRow(NamedTuple):
    """A row of Round as it was read."""

    id: UUID
    game_id: int
    number: int
    starter: int
    created_at: datetime
    mac: str


class HandRow(NamedTuple):
    """A row of Hand as it was read."""

    id: UUID
    round_id: UUID
    seat: int
    cards: str
    mac: str


class MoveRow(NamedTuple):
    """A row of Move as it was read."""

    id: UUID
    game_id: int
    round_id: UUID
    version: int
    seq: int
    seat: int
    actor: str
    type: str
    flip: bool | None
    end: str
    to: int | None
    start: int | None
    stop: int | None
    created_at: datetime
    mac: str

    @property
    def is_chair_event(self) -> bool:
        """Whether this row tells of a chair instead of a move."""
        return self.type in _CHAIR_EVENTS

    def move(self) -> RulesMove:
        """The move this row tells of; ``ValueError`` if there is no such move."""
        match self:
            case MoveRow(type="orient", flip=bool(flip)):
                return Orient(flip)
            case MoveRow(type="show", start=int(start), stop=int(stop)):
                return Show(start, stop)
            case MoveRow(type="scout", end="left" | "right" as end, flip=bool(flip), to=int(to)):
                return Scout(end, flip, to)
            case MoveRow(
                type="scout_and_show",
                end="left" | "right" as end,
                flip=bool(flip),
                to=int(to),
                start=int(start),
                stop=int(stop),
            ):
                return ScoutAndShow(end, flip, to, start, stop)
        raise ValueError(f"Row {self.version} tells of no move.")


LogRow = RoundRow | HandRow | MoveRow


class LogRows(NamedTuple):
    """The rows of one game's log, as read: rounds by number, hands by seat, moves by version."""

    rounds: list[RoundRow]
    hands: list[HandRow]
    moves: list[MoveRow]

    def in_order(self) -> Iterator[LogRow]:
        """Every row in the order of the chain: each round, its hands, its moves."""
        for round_row in self.rounds:
            yield round_row
            yield from (hand for hand in self.hands if hand.round_id == round_row.id)
            yield from (move for move in self.moves if move.round_id == round_row.id)


def first_seal(key: bytes, game: Game) -> str:
    """What the seal of a game's first row follows on: the seal of the game's facts."""
    return seal(key, "", "game", {column: getattr(game, column) for column in _GAME_COLUMNS})


def row_seal(key: bytes, before: str, row: LogRow) -> str:
    """The seal that ``row`` must carry after a row with the seal ``before``."""
    columns = row._asdict()
    del columns["mac"]
    table = {RoundRow: "round", HandRow: "hand", MoveRow: "move"}[type(row)]
    return seal(key, before, table, columns)


def read_rows(game_id: int) -> LogRows:
    """The rows of the log of a game, in three queries."""
    # Plain tuples: building model instances would be most of the cost of a replay.
    rounds = Round.objects.filter(game=game_id).order_by("number")
    hands = Hand.objects.filter(round__game=game_id).order_by("round__number", "seat")
    moves = Move.objects.filter(game=game_id).order_by("version")
    return LogRows(
        [RoundRow(*row) for row in rounds.values_list(*RoundRow._fields)],
        [HandRow(*row) for row in hands.values_list(*HandRow._fields)],
        [MoveRow(*row) for row in moves.values_list(*MoveRow._fields)],
    )
