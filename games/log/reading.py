"""Reading games' logs, from their rows or from the packed log in place of these.

Rows tell every hand: only for the log and what proves or rebuilds it.
"""

from collections.abc import Collection
from typing import TypeVar

from django.db.models import Exists, OuterRef

from games.log.packing import unpack
from games.log.rows import HandRow, LogRow, LogRows, MoveRow, Position, RoundRow
from games.models import Game, Hand, Move, PackedLog, Round
from games.models.prepared import Prepared

_Row = TypeVar("_Row", bound=LogRow)

_ROUNDS = Prepared(
    lambda game: Round.objects.filter(game=game).order_by("number").values_list(*RoundRow._fields),
    int,
)
_HANDS = Prepared(
    lambda game: (
        Hand.objects.filter(round__game=game)
        .order_by("round__number", "seat")
        .values_list(*HandRow._fields)
    ),
    int,
)
_MOVES = Prepared(
    lambda game, since: (
        Move.objects.filter(game=game, version__gte=since)
        .order_by("version")
        .values_list(*MoveRow._fields)
    ),
    int,
    int,
)


_PACKED = Prepared(
    lambda game: PackedLog.objects.filter(game=game).values_list("rows", flat=True), int
)


def read_rows(game_id: int, until: Position | None = None) -> LogRows:
    """Return the log's rows, by default all there are, in three queries, or four if it is packed.

    Rows only ever follow, so those ``until`` a position are the same whenever they are read.
    """
    rows = with_deals(game_id, read_moves(game_id))
    return rows if until is None else rows.until(until)


def read_many(game_ids: Collection[int]) -> dict[int, LogRows]:
    """Return the rows of several games' logs, also if there are none; four queries at most."""
    found = {game_id: LogRows([], [], []) for game_id in game_ids}
    moves = Move.objects.filter(game__in=game_ids).order_by("game", "version")
    for move in map(MoveRow._make, moves.values_list(*MoveRow._fields)):
        found[move.game_id].moves.append(move)
    rounds = Round.objects.filter(game__in=game_ids).order_by("game", "number")
    for dealt in map(RoundRow._make, rounds.values_list(*RoundRow._fields)):
        found[dealt.game_id].rounds.append(dealt)
    hands = Hand.objects.filter(round__game__in=game_ids).order_by("round__number", "seat")
    for game_id, *hand in hands.values_list("round__game", *HandRow._fields):
        found[game_id].hands.append(HandRow(*hand))
    without_deal = [game_id for game_id, rows in found.items() if not rows.hands]
    if without_deal:
        packed = PackedLog.objects.filter(game__in=without_deal)
        for game_id, rows in packed.values_list("game_id", "rows"):
            found[game_id] = _joined(unpack(game_id, bytes(rows)), found[game_id])
    return found


def with_deals(game_id: int, moves: list[MoveRow]) -> LogRows:
    """Return ``moves`` with all deals, which are read after them: too new at worst, not missing.

    If the log is packed, or has been meanwhile, all of its moves are there.
    """
    rows = LogRows(
        [RoundRow(*row) for row in _ROUNDS(game_id)],
        [HandRow(*row) for row in _HANDS(game_id)],
        moves,
    )
    # Hands are read last: if any are there, so were all rows that were read before.
    if not rows.hands and (packed := _PACKED.first(game_id)):
        return _joined(unpack(game_id, bytes(packed)), rows)
    return rows


def read_moves(game_id: int, since: int = 0) -> list[MoveRow]:
    """Return moves and chair events from version ``since`` on, without those that are packed."""
    return [MoveRow(*row) for row in _MOVES(game_id, since)]


def is_dealt(game_id: int) -> bool:
    """Return whether the game's first round is dealt."""
    rows = Exists(Round.objects.filter(game=OuterRef("pk")))
    packed = Exists(PackedLog.objects.filter(game=OuterRef("pk")))
    return Game.objects.filter(rows | packed, pk=game_id).exists()


def _joined(packed: LogRows, rows: LogRows) -> LogRows:
    """Return a packed log with the rows that aren't in it."""
    return LogRows(
        _with_others(packed.rounds, rows.rounds),
        _with_others(packed.hands, rows.hands),
        _with_others(packed.moves, rows.moves),
    )


def _with_others(packed: list[_Row], rows: list[_Row]) -> list[_Row]:
    there = set(packed) if rows else set()
    return packed + [row for row in rows if row not in there]
