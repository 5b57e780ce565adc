"""What lists say of a game, worked out from its log and its seats alone."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from games.log.deadlines import turn_over_at
from games.log.store import Log
from games.models import Audience, Game, GameStatus, GameSummary, Seat, SeatSummary
from games.rules.cards import card_names
from games.rules.game import GameState


class Projection(NamedTuple):
    """The columns of a game's GameSummary, and of each of its SeatSummary rows by seat's row."""

    game: dict[str, Any]
    seats: dict[int, dict[str, Any]]


def projection_of(game: Game, log: Log, seats: Sequence[Seat]) -> Projection:
    """The projection of ``game`` with ``log`` and ``seats`` (ordered by number)."""
    state = log.state
    totals = state.totals
    winners = () if log.chairs.voided else state.winners or ()
    acting = {*log.people_to_act, *log.bots_to_act}
    return Projection(
        game={
            "status": _status(log),
            "version": log.version,
            "seq": state.seq,
            "round_number": state.round_number,
            "changed_at": log.changed_at,
            "began_at": log.began_at,
            "deadline": _deadline(game, log),
            # Nothing but a return ends a pause, so the last row is the one that began it.
            "paused_since": log.changed_at if log.paused else None,
            "halted": log.halted,
            "bot_due_at": log.changed_at if log.bots_to_act else None,
            "head": log.head,
            "free_seats": game.players - len(seats) if _is_open_to_all(game, log) else None,
            **_seen_by_all(log.state),
        },
        seats={
            seat.pk: {
                "to_act": seat.number in acting and seat.number not in log.chairs.without_player,
                "score": totals[seat.number],
                "winner": seat.number in winners,
                "kept": seat.number in log.chairs.kept,
                "left": seat.number in log.chairs.left,
            }
            for seat in seats
        },
    )


def over_at_of(log: Log) -> datetime | None:
    """When the game was over: what its seats say; None while it is not."""
    return log.changed_at if log.over else None


def _is_open_to_all(game: Game, log: Log) -> bool:
    return log.state.round is None and game.audience == Audience.OPEN


def _seen_by_all(state: GameState) -> dict[str, Any]:
    """What lies in the ring and what was done last, of what every spectator sees."""
    last = state.history[-1] if state.history else None
    cards = b"" if last is None else last.cards or bytes([last.card or 0])
    return {
        "orienting": state.round is not None and not state.round.oriented,
        "active_set": " ".join(card_names(state.round.active)) if state.round else "",
        "last_seat": last.seat if last else None,
        "last_type": last.type if last else "",
        "last_cards": " ".join(card_names(cards)),
    }


def _status(log: Log) -> GameStatus:
    if log.chairs.voided:
        return GameStatus.VOIDED
    if log.state.over:
        return GameStatus.FINISHED
    return GameStatus.OPEN if log.state.round is None else GameStatus.RUNNING


def _deadline(game: Game, log: Log) -> datetime | None:
    if not log.people_to_act:
        return None
    return turn_over_at(began_at=log.began_at, turn_seconds=game.turn_seconds)


def write_projection(game: Game, log: Log, seats: Sequence[Seat]) -> None:
    """Make the projection of a game anew; rows that are right already stay as they are."""
    projection = projection_of(game, log, seats)
    GameSummary.objects.update_or_create(game_id=log.game_id, defaults=projection.game)
    written = {row.pk: row for row in SeatSummary.objects.filter(seat__in=projection.seats.keys())}
    over_at = over_at_of(log)
    if any(seat.over_at != over_at for seat in seats):
        Seat.objects.filter(pk__in=projection.seats.keys()).update(over_at=over_at)
    for seat_id, columns in projection.seats.items():
        row = written.get(seat_id)
        if row is None:
            SeatSummary.objects.create(seat_id=seat_id, **columns)
        elif any(getattr(row, name) != value for name, value in columns.items()):
            SeatSummary.objects.filter(pk=seat_id).update(**columns)
