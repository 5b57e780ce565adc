"""Verifying games."""

from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.db.models import Model

from games.log import rows as log_rows
from games.log import store as game_log
from games.log.replay import Log
from games.log.rows import HandRow, LogRow, LogRows, MoveRow, RoundRow
from games.models import (
    FormerPlayer,
    Game,
    GameRecord,
    GameSecret,
    GameSummary,
    RatingChange,
    Seat,
    SeatResult,
    SeatSummary,
)
from games.results.conduct import new_players
from games.results.former_results import written_for
from games.results.outcomes import columns_of, due_results
from games.results.projections import over_at_of, projection_of
from games.results.rating_reading import Place
from games.results.rating_steps import changes_by
from games.results.ratings import is_due
from games.results.records import due_record, same
from games.rules.cards import card_names
from games.rules.deal import Deal, commitment, deal_round
from games.rules.errors import RuleError
from games.upkeep.recounting import is_to_recount

_UNREADABLE = (ValueError, TypeError, AttributeError, LookupError, ArithmeticError)
"""What reading and replaying raises on impossible values."""


def first_fault(game: Game) -> str | None:
    """Return the first fault in the game's log or projections.

    Faults name a row, never its content. What looks like one may be a move made meanwhile, so it
    counts only if it is there while no move can be made.
    """
    if _first_fault(game) is None:
        return None
    with transaction.atomic():
        # Read again: the parts in its deal are fixed when it begins.
        return _first_fault(Game.objects.select_for_update(no_key=True).get(pk=game.pk))


def _first_fault(game: Game) -> str | None:
    try:
        return next(_faults(game), None)
    except _UNREADABLE:
        return "one of its rows can't be read"


def _faults(game: Game) -> Iterator[str]:
    try:
        secret = game_log.secret_of(game)
    except GameSecret.DoesNotExist:
        yield "its secret is missing"
        return
    if commitment(secret) != game.commitment:
        yield "its commitment does not match its secret"
    rows = log_rows.read_rows(game.pk)
    yield from _chain_faults(game, secret, rows)
    yield from _deal_faults(game, secret, rows)
    try:
        log = game_log.replay(game)
    except RuleError as error:
        yield f"its log breaks the rules ({error.code})"
        return
    yield from _count_faults(log, rows)
    yield from _projection_faults(game, log, rows)


def _name(row: LogRow) -> str:
    match row:
        case RoundRow():
            return f"the deal of round {row.number}"
        case HandRow():
            return f"a hand dealt to seat {row.seat}"
        case MoveRow():
            return f"the move at version {row.version}"


def _chain_faults(game: Game, secret: bytes, rows: LogRows) -> Iterator[str]:
    key = log_rows.seal_key(secret, game)
    before = log_rows.first_seal(key, game)
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


def _projection_faults(game: Game, log: Log, rows: LogRows) -> Iterator[str]:
    seats = list(Seat.objects.filter(game=log.game_id).order_by("number"))
    projection = projection_of(game, log, seats)
    summary = GameSummary.objects.filter(pk=log.game_id)
    yield from _row_faults("its summary", summary.first(), projection.game)
    written = SeatSummary.objects.in_bulk(projection.seats.keys())
    for seat in seats:
        name = f"the summary of seat {seat.number}"
        yield from _row_faults(name, written.get(seat.pk), projection.seats[seat.pk])
        yield from _row_faults(f"seat {seat.number}", seat, {"over_at": over_at_of(log)})
    yield from _former_faults(game, seats, rows)
    # What is to be counted anew is not claimed to be right.
    if not is_to_recount(game.pk):
        yield from _record_faults(game, log, rows)
        yield from _result_faults(game, log, seats, rows)


def _former_faults(game: Game, seats: list[Seat], rows: LogRows) -> Iterator[str]:
    """Yield what is wrong beside the log, which says that somebody sat down, but not who."""
    told = FormerPlayer.objects.filter(seat__game=game.pk).values_list("seat__number", "version")
    new = new_players(rows)
    if set(told) != {(each.seat, each.version) for each in new}:
        yield "those whose chairs others have taken don't match its log"
    sat_down = {each.seat: each.at for each in new}
    for seat in seats:
        if seat.taken_at != sat_down.get(seat.number):
            yield f"seat {seat.number} is wrong in taken_at"


def _record_faults(game: Game, log: Log, rows: LogRows) -> Iterator[str]:
    due = due_record(game, log, rows)
    written = GameRecord.objects.filter(pk=game.pk).first()
    if due and not written:
        yield "its record is missing"
    elif written and (due is None or not same(written, due)):
        yield "its record does not match its log"


def _result_faults(game: Game, log: Log, seats: list[Seat], rows: LogRows) -> Iterator[str]:
    numbers = {seat.pk: seat.number for seat in seats}
    results = SeatResult.objects.in_bulk(numbers)
    due = due_results(game, log, seats, rows)
    for row in due.seats:
        name = f"the result of seat {numbers[row.seat_id]}"
        yield from _row_faults(name, results.pop(row.seat_id, None), columns_of(row))
    if results:
        yield "it has results of seats that should have none"
    if [*map(columns_of, written_for([game.pk]))] != [*map(columns_of, due.former)]:
        yield "the results of those whose chairs others have taken don't match its log"
    yield from _rating_faults(game, numbers)


def _rating_faults(game: Game, numbers: dict[int, int]) -> Iterator[str]:
    changes = {change.seat_id: change for change in RatingChange.objects.filter(game=game)}
    all_due = changes_by(game.pk)
    told = (*all_due, *changes.values())
    if any(map(is_due, {Place(one.players, one.ended_at, game.pk) for one in told})):
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
