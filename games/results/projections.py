"""What lists say of a game, from its log and seats alone."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model

from games.log.replay import Log
from games.models import Audience, Game, GameStatus, GameSummary, Seat, SeatSummary
from games.rules.cards import card_names
from games.rules.game import GameState


class Projection(NamedTuple):
    """Columns of GameSummary, and of SeatSummary by seat's row."""

    game: dict[str, Any]
    seats: dict[int, dict[str, Any]]


def projection_of(game: Game, log: Log, seats: Sequence[Seat]) -> Projection:
    """Return the projection."""
    state = log.state
    totals = state.totals
    winners = () if log.chairs.voided else state.winners or ()
    acting = {*log.people_to_act, *log.bots_to_act}
    offer = None if log.over else log.chairs.offer
    return Projection(
        game={
            "status": status_of(log),
            "version": log.version,
            "seq": state.seq,
            "round_number": state.round_number,
            "changed_at": log.changed_at,
            "began_at": log.began_at,
            "deadline": log.first_deadline(game.turn_seconds),
            "paused_since": log.paused_since,
            "halted": log.halted,
            "offered_at": offer.since if offer else None,
            "asked_at": log.asked.since if log.asked else None,
            "rewound": log.chairs.rewound,
            "bot_due_at": log.changed_at if log.bots_to_act else None,
            "head": log.head,
            "acting": sum(1 << seat for seat in log.may_act),
            "free_seats": _free_seats(game, log, seats),
            **_seen_by_all(log.state),
        },
        seats={
            seat.pk: {
                "to_act": seat.number in acting and seat.number not in log.chairs.without_player,
                "score": totals[seat.number],
                "winner": seat.number in winners,
                "deadline": log.deadline_of(seat.number, game.turn_seconds)
                if seat.number in log.people_to_act
                else None,
                "kept": seat.number in log.chairs.kept,
                "left": seat.number in log.chairs.left,
                "agrees": offer is not None and seat.number in offer.agreed,
                "agrees_to_rewind": log.asked is not None and seat.number in log.asked.agreed,
            }
            for seat in seats
        },
    )


def over_at_of(log: Log) -> datetime | None:
    """Return when the game was over."""
    return log.changed_at if log.over else None


def _free_seats(game: Game, log: Log, seats: Sequence[Seat]) -> int | None:
    """Return the seats that anybody may take; a full table may wait for its hour."""
    is_open = log.state.round is None and game.audience == Audience.OPEN
    return (game.players - len(seats) or None) if is_open else None


def _seen_by_all(state: GameState) -> dict[str, Any]:
    last = state.history[-1] if state.history else None
    cards = b"" if last is None else last.cards or bytes([last.card or 0])
    return {
        "orienting": state.round is not None and not state.round.oriented,
        "active_set": " ".join(card_names(state.round.active)) if state.round else "",
        "last_seat": last.seat if last else None,
        "last_type": last.type if last else "",
        "last_cards": " ".join(card_names(cards)),
    }


def status_of(log: Log) -> GameStatus:
    """Return the game's stage."""
    if log.chairs.voided:
        return GameStatus.VOIDED
    if log.state.over:
        return GameStatus.FINISHED
    return GameStatus.OPEN if log.state.round is None else GameStatus.RUNNING


def write_projection(game: Game, log: Log, seats: Sequence[Seat]) -> None:
    """Write the projection; correct seat rows stay untouched."""
    projection = projection_of(game, log, seats)
    over_at = over_at_of(log)
    if any(seat.over_at != over_at for seat in seats):
        Seat.objects.filter(pk__in=projection.seats.keys()).update(over_at=over_at)
    _write(
        _Upsert(GameSummary, [{"game_id": log.game_id, **projection.game}]),
        _Upsert(
            SeatSummary,
            [{"seat_id": seat, **columns} for seat, columns in projection.seats.items()],
            only_changes=True,
        ),
    )


class _Upsert(NamedTuple):
    model: type[Model]
    rows: list[dict[str, Any]]
    only_changes: bool = False
    """Whether correct rows stay untouched."""

    def sql(self) -> tuple[str, list[Any]]:
        quote, table = connection.ops.quote_name, self.model._meta.db_table
        fields = [_field(self.model, name) for name in self.rows[0]]
        names = [quote(field.column) for field in fields]
        key, others = names[0], names[1:]
        differs = "IS DISTINCT FROM" if connection.vendor == "postgresql" else "IS NOT"
        changes = " OR ".join(f"{quote(table)}.{name} {differs} EXCLUDED.{name}" for name in others)
        statement = (
            f"INSERT INTO {quote(table)} ({', '.join(names)}) VALUES "  # noqa: S608 (our names)
            + ", ".join(f"({', '.join(['%s'] * len(names))})" for _row in self.rows)
            + f" ON CONFLICT ({key}) DO UPDATE SET "
            + ", ".join(f"{name} = EXCLUDED.{name}" for name in others)
            + (f" WHERE {changes}" if self.only_changes else "")
        )
        values = [
            field.get_db_prep_save(value, connection)
            for row in self.rows
            for field, value in zip(fields, row.values(), strict=True)
        ]
        return statement, values


def _field(model: type[Model], name: str) -> Any:
    return next(field for field in model._meta.concrete_fields if field.attname == name)


def _write(*upserts: _Upsert) -> None:
    """In one statement if possible.

    The ORM would compile seven anew, which is most of a move's time, and rewrite correct rows.
    """
    written = [upsert.sql() for upsert in upserts if upsert.rows]
    if connection.vendor == "postgresql":
        *first, (last, _values) = written
        with_first = ", ".join(f"part_{n} AS ({sql})" for n, (sql, _values) in enumerate(first))
        one = f"WITH {with_first} {last}" if first else last
        written = [(one, [value for _sql, values in written for value in values])]
    with connection.cursor() as cursor:
        for sql, values in written:
            cursor.execute(sql, values)
