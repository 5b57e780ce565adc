"""A game's rows as read, and the seals they must carry.

Rows tell every hand: only for the log and what proves or rebuilds it.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from games.log.chain import Column, chain_key, seal
from games.log.standing import standing
from games.models import ChairEvent, Game
from games.rules.moves import Move as RulesMove
from games.rules.moves import Orient, Scout, ScoutAndShow, Show

_GAME_COLUMNS = (
    "public_id",
    "players",
    "rules_version",
    "commitment",
    "contribution",
    "created_at",
)
_CHAIR_EVENTS = frozenset(ChairEvent.values)


class RoundRow(NamedTuple):
    """A row of Round."""

    id: UUID
    game_id: int
    number: int
    starter: int
    created_at: datetime
    mac: str
    deadlines: str | None = None


class HandRow(NamedTuple):
    """A row of Hand."""

    id: UUID
    round_id: UUID
    seat: int
    cards: str
    mac: str


class MoveRow(NamedTuple):
    """A row of Move."""

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
    deadlines: str | None = None

    @property
    def is_chair_event(self) -> bool:
        return self.type in _CHAIR_EVENTS

    @property
    def is_turn(self) -> bool:
        """Whether it is a move other than an orientation."""
        return self.type not in _CHAIR_EVENTS and self.type != "orient"

    def move(self) -> RulesMove:
        """Raise ``ValueError`` if there is no such move."""
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


class Position(NamedTuple):
    """A position in a game's log."""

    version: int
    head: str
    """The last row's seal."""


class LogRows(NamedTuple):
    """Rounds by number, hands by seat, moves by version."""

    rounds: list[RoundRow]
    hands: list[HandRow]
    moves: list[MoveRow]

    def in_order(self) -> Iterator[LogRow]:
        """Yield the rows in chain order."""
        for round_row in self.rounds:
            yield round_row
            yield from (hand for hand in self.hands if hand.round_id == round_row.id)
            yield from (move for move in self.moves if move.round_id == round_row.id)

    def standing(self) -> "LogRows":
        """Return the rows without moves that a later one undoes."""
        return self._replace(moves=standing(self.moves))

    def until(self, position: Position) -> "LogRows":
        """Return the rows that the log had at ``position``."""
        moves = [move for move in self.moves if move.version < position.version]
        # A deal is in a log with its first move at the latest, or as its last row.
        dealt = {move.round_id for move in moves}
        dealt |= {hand.round_id for hand in self.hands if hand.mac == position.head}
        return LogRows(
            [row for row in self.rounds if row.id in dealt],
            [hand for hand in self.hands if hand.round_id in dealt],
            moves,
        )


class SealKey(NamedTuple):
    """What a game's rows are sealed with."""

    key: bytes
    log_format: int
    """1: rows name the game by its running number, which would tell how many there are. 2: they
    don't, for the log is shown when the game is over."""


def seal_key(secret: bytes, game: Game) -> SealKey:
    """Return the key of the seals of a game with this secret."""
    return SealKey(chain_key(secret), game.log_format)


def first_seal(key: SealKey, game: Game) -> str:
    """Return the seal of the game's facts, which the first row follows."""
    return seal(key.key, "", "game", sealed_facts(key.log_format, game))


def row_seal(key: SealKey, before: str, row: LogRow) -> str:
    """Return the seal ``row`` must carry after ``before``."""
    return seal(key.key, before, TABLES[type(row)], sealed_columns(key.log_format, row))


TABLES: dict[type, str] = {RoundRow: "round", HandRow: "hand", MoveRow: "move"}
"""What the seals call the tables of rows."""


def sealed_facts(log_format: int, game: Game) -> dict[str, Column]:
    """Return the columns of a game that its first seal covers."""
    columns: dict[str, Column] = {column: getattr(game, column) for column in _GAME_COLUMNS}
    if log_format == 1:
        columns["id"] = game.pk
    else:
        columns["log_format"] = log_format
    # Other games, and all older ones, were sealed without.
    if game.occasion:
        columns["occasion"] = str(game.occasion)
    return columns


def sealed_columns(log_format: int, row: LogRow) -> dict[str, Column]:
    """Return the columns of a row that its seal covers."""
    columns: dict[str, Column] = row._asdict()
    del columns["mac"]
    if log_format > 1:
        columns.pop("game_id", None)
    # Older rows have none, and were sealed before there were any.
    if columns.get("deadlines") is None:
        columns.pop("deadlines", None)
    return columns


def heads_of(first: str, rows: LogRows) -> Iterator[tuple[Position, datetime | None]]:
    """Yield each head that the log has had, and when: ``first`` is the one without rows.

    Within a deal only the last is a head; the others came with it.
    """
    version = 0
    at: datetime | None = None
    last = first
    for row in rows.in_order():
        if isinstance(row, HandRow):
            last = row.mac
            continue
        yield Position(version, last), at
        at, last = row.created_at, row.mac
        version += isinstance(row, MoveRow)
    yield Position(version, last), at
