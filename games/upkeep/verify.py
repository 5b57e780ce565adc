"""Verifying games."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Model

from games.log import rows as log_rows
from games.log.replay import Log, empty_log, with_rows
from games.log.rows import HandRow, LogRow, LogRows, MoveRow, RoundRow
from games.models import Game, Seat
from games.results.conduct import new_players
from games.results.outcomes import columns_of, due_results
from games.results.projections import over_at_of, projection_of
from games.results.rating_reading import Place, table_from
from games.results.rating_steps import changes_by
from games.results.records import due_record, same
from games.rules.cards import card_names
from games.rules.deal import Deal, commitment, deal_round
from games.rules.errors import RuleError
from games.upkeep.verify_days import held_faults
from games.upkeep.verify_reading import Written, read_written

_UNREADABLE = (ValueError, TypeError, AttributeError, LookupError, ArithmeticError)
"""What reading and replaying raises on impossible values."""


def first_fault(game: Game) -> str | None:
    """Return the first fault in the game's log or projections.

    Faults name a row, never its content. What looks like one may be a move made meanwhile, so it
    counts only if it is there while no move can be made.
    """
    (fault,) = first_faults([game])
    return fault


def first_faults(games: Sequence[Game]) -> list[str | None]:
    """Return the first fault of each game; constant queries, and two a rated game."""
    looked = zip(games, _looked(games), strict=True)
    return [_surely(game) if fault else None for game, fault in looked]


def _looked(games: Sequence[Game]) -> list[str | None]:
    try:
        written = read_written(games)
    except _UNREADABLE:
        return [_first_fault(game) for game in games]
    return [_first(written[game.pk]) for game in games]


def _surely(game: Game) -> str | None:
    with transaction.atomic():
        # Read again: the parts in its deal are fixed when it begins.
        return _first_fault(Game.objects.select_for_update(no_key=True).get(pk=game.pk))


def _first_fault(game: Game) -> str | None:
    try:
        return _first(read_written([game])[game.pk])
    except _UNREADABLE:
        return "one of its rows can't be read"


def _first(written: Written) -> str | None:
    try:
        return next(_faults(written), None)
    except _UNREADABLE:
        return "one of its rows can't be read"


def _faults(written: Written) -> Iterator[str]:
    yield from _log_faults(written)
    game, secret, rows = written.game, written.secret, written.rows
    if secret is None:
        return
    first = log_rows.first_seal(log_rows.seal_key(secret, game), game)
    people = [seat.number for seat in written.seats if not seat.bot]
    try:
        log = with_rows(empty_log(game, people, first), rows)
    except RuleError as error:
        yield f"its log breaks the rules ({error.code})"
        return
    yield from _count_faults(log, rows)
    yield from held_faults(first, rows, written.held)
    yield from _projection_faults(written, log)


def log_fault(written: Written) -> str | None:
    """Return the first fault in a game's log itself: its secret, its seals or its deals."""
    return next(_log_faults(written), None)


def _log_faults(written: Written) -> Iterator[str]:
    game, secret, rows = written.game, written.secret, written.rows
    if secret is None:
        yield "its secret is missing"
        return
    if commitment(secret) != game.commitment:
        yield "its commitment does not match its secret"
    key = log_rows.seal_key(secret, game)
    yield from _chain_faults(key, log_rows.first_seal(key, game), rows)
    yield from _deal_faults(game, secret, rows)


def _name(row: LogRow) -> str:
    match row:
        case RoundRow():
            return f"the deal of round {row.number}"
        case HandRow():
            return f"a hand dealt to seat {row.seat}"
        case MoveRow():
            return f"the move at version {row.version}"


def _chain_faults(key: log_rows.SealKey, first: str, rows: LogRows) -> Iterator[str]:
    before = first
    count = 0
    for row in rows.in_order():
        if row.mac != log_rows.row_seal(key, before, row):
            yield f"the chain breaks at {_name(row)}"
            return
        before = row.mac
        count += 1
    if count != len(rows.rounds) + len(rows.hands) + len(rows.moves):
        yield "a row of its log belongs to none of its rounds"


def _deal_faults(game: Game, secret: bytes, rows: LogRows) -> Iterator[str]:
    for row in rows.rounds:
        hands = [hand.cards for hand in rows.hands if hand.round_id == row.id]
        try:
            dealt = deal_round(secret, game.contribution, game.players, row.number)
        except ValueError:
            yield f"it has no round {row.number}"
            return
        if row.starter != dealt.starter or hands != _written(dealt):
            yield f"the deal of round {row.number} does not follow from its secret"
            return


def _written(dealt: Deal) -> list[str]:
    return [" ".join(card_names(hand)) for hand in dealt.hands]


def _count_faults(log: Log, rows: LogRows) -> Iterator[str]:
    if [row.version for row in rows.moves] != list(range(len(rows.moves))):
        yield "its versions have gaps"
    if log.state.needs_deal and rows.rounds:
        yield f"the deal of round {log.state.round_number} is missing"


def _projection_faults(written: Written, log: Log) -> Iterator[str]:
    game, seats, rows = written.game, written.seats, written.rows
    projection = projection_of(game, log, seats)
    yield from _row_faults("its summary", written.summary, projection.game)
    over_at = over_at_of(log)
    for seat in seats:
        name = f"the summary of seat {seat.number}"
        yield from _row_faults(name, written.summaries.get(seat.pk), projection.seats[seat.pk])
        yield from _row_faults(f"seat {seat.number}", seat, {"over_at": over_at})
    yield from _former_faults(seats, rows, written.former)
    # What is to be counted anew is not claimed to be right.
    if not written.to_recount:
        yield from _record_faults(written, log)
        yield from _result_faults(written, log)


def _former_faults(
    seats: Sequence[Seat], rows: LogRows, told: set[tuple[int, int]]
) -> Iterator[str]:
    """Yield what is wrong beside the log, which says that somebody sat down, but not who."""
    new = new_players(rows)
    if told != {(each.seat, each.version) for each in new}:
        yield "those whose chairs others have taken don't match its log"
    sat_down = {each.seat: each.at for each in new}
    for seat in seats:
        if seat.taken_at != sat_down.get(seat.number):
            yield f"seat {seat.number} is wrong in taken_at"


def _record_faults(written: Written, log: Log) -> Iterator[str]:
    due = due_record(written.game, log, written.rows, written.secret)
    record = written.record
    if due and not record:
        yield "its record is missing"
    elif record and (due is None or not same(record, due)):
        yield "its record does not match its log"


def _result_faults(written: Written, log: Log) -> Iterator[str]:
    numbers = {seat.pk: seat.number for seat in written.seats}
    results = {row.seat_id: row for row in written.results}
    due = due_results(written.game, log, written.seats, written.rows)
    for row in due.seats:
        name = f"the result of seat {numbers[row.seat_id]}"
        yield from _row_faults(name, results.pop(row.seat_id, None), columns_of(row))
    if results:
        yield "it has results of seats that should have none"
    if [*map(columns_of, written.former_results)] != [*map(columns_of, due.former)]:
        yield "the results of those whose chairs others have taken don't match its log"
    yield from _rating_faults(written, numbers)


def _rating_faults(written: Written, numbers: dict[int, int]) -> Iterator[str]:
    changes = {change.seat_id: change for change in written.changes}
    table = table_from(written.results, written.seats)
    all_due = changes_by(table) if table else []
    for one in (*all_due, *changes.values()):
        at = Place(one.players, one.ended_at, one.game_id, one.bot_accounts)
        since = written.due_from.get(at.pool)
        if since is not None and since <= at:
            # They are due to be redone: nobody claims that they are right.
            return
    for due in all_due:
        name = f"the rating change of seat {numbers[due.seat_id]}"
        yield from _row_faults(name, changes.pop(due.seat_id, None), columns_of(due))
    if changes:
        yield "it changed ratings although it is not rated"


def _row_faults(name: str, row: Model | None, columns: dict[str, Any]) -> Iterator[str]:
    if row is None:
        yield f"{name} is missing"
        return
    for column, value in columns.items():
        if getattr(row, column) != value:
            yield f"{name} is wrong in {column}"
