"""Reading games' logs.

Rows tell every hand: only for the log and what proves or rebuilds it.
"""

from collections.abc import Collection

from games.log.rows import HandRow, LogRows, MoveRow, Position, RoundRow
from games.models import Hand, Move, Round
from games.models.prepared import Prepared

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


def read_rows(game_id: int, until: Position | None = None) -> LogRows:
    """Return the log's rows, by default all there are, in three queries.

    Rows only ever follow, so those ``until`` a position are the same whenever they are read.
    """
    rows = with_deals(game_id, read_moves(game_id))
    return rows if until is None else rows.until(until)


def read_many(game_ids: Collection[int]) -> dict[int, LogRows]:
    """Return the rows of several games' logs, also if there are none; three queries."""
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
    return found


def with_deals(game_id: int, moves: list[MoveRow]) -> LogRows:
    """Return ``moves`` with all deals, which are read after them: too new at worst, not missing."""
    return LogRows(
        [RoundRow(*row) for row in _ROUNDS(game_id)],
        [HandRow(*row) for row in _HANDS(game_id)],
        moves,
    )


def read_moves(game_id: int, since: int = 0) -> list[MoveRow]:
    """Return moves and chair events from version ``since`` on."""
    return [MoveRow(*row) for row in _MOVES(game_id, since)]
