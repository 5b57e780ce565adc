"""Copies of originals, written as real play would have left them.

A copy shares its original's secret, which determines the deals; all else is its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import TypeVar

from django.db import transaction

from games.bots.offered import CALLED
from games.log.chairs import Chairs
from games.log.replay import Log
from games.log.row_ids import hand_id, move_id, round_id
from games.log.rows import (
    HandRow,
    LogRows,
    MoveRow,
    RoundRow,
    SealKey,
    first_seal,
    row_seal,
    seal_key,
)
from games.management.filling.people import Company, Person
from games.management.filling.tables import TablePlan, TablePlans, seated
from games.management.filling.writing import write_rows
from games.models import (
    Audience,
    Game,
    GameRecord,
    GameSecret,
    GameSummary,
    Hand,
    Move,
    Round,
    Seat,
    SeatResult,
    SeatSummary,
)
from games.people.names import game_of
from games.results.conduct import conduct_of
from games.results.outcomes import made_of
from games.results.projections import projection_of
from games.results.records import due_record
from games.results.tallies import Tally, tallies_of
from games.rules.cards import card_names
from games.rules.deal import commitment
from games.words import circus

PERIOD = timedelta(days=730)
_ADDRESS = "made-"
_Row = TypeVar("_Row", RoundRow, HandRow, MoveRow)


@dataclass(frozen=True, slots=True)
class Plan:
    """What determines a made game besides its number."""

    seed: int
    games: int
    until: datetime
    tables: TablePlans
    company: Company
    tallies: dict[int, dict[int, Tally]] = field(default_factory=dict)
    """By original and seat."""


def address_of(number: int) -> str:
    """Return the address of made game ``number``."""
    return f"{_ADDRESS}{number:07d}"


def numbers_there() -> set[int]:
    """Return the numbers of existing made games."""
    made = Game.objects.filter(public_id__startswith=_ADDRESS).values_list("public_id", flat=True)
    return {int(address.removeprefix(_ADDRESS)) for address in made.iterator()}


def write_games(numbers: Sequence[int], plan: Plan) -> None:
    """Write the made games, in one transaction."""
    tables = [plan.tables.of(number) for number in numbers]
    chances = [Random(f"game {plan.seed} {number}") for number in numbers]  # noqa: S311
    people = [
        seated(table, plan.company, chance) for table, chance in zip(tables, chances, strict=True)
    ]
    with transaction.atomic():
        games = Game.objects.bulk_create(
            _game(number, table, sitting, chance, plan)
            for number, table, sitting, chance in zip(numbers, tables, people, chances, strict=True)
        )
        GameSecret.objects.bulk_create(
            GameSecret(game=game, secret=table.original.secret)
            for game, table in zip(games, tables, strict=True)
        )
        all_seats = Seat.objects.bulk_create(
            seat
            for game, table, sitting in zip(games, tables, people, strict=True)
            for seat in _seats(game, table, sitting)
        )
        logs: list[LogRows] = []
        summaries, seat_summaries, results, records = [], [], [], []
        seats_left = iter(all_seats)
        for game, table, chance in zip(games, tables, chances, strict=True):
            seats = [next(seats_left) for _ in range(game.players)]
            log, rows = _log(game, table, chance)
            logs.append(rows)
            projection = projection_of(game, log, seats)
            summaries.append(GameSummary(game=game, **projection.game))
            seat_summaries += [
                SeatSummary(seat_id=seat_id, **columns)
                for seat_id, columns in projection.seats.items()
            ]
            results += _results(game, table, seats, log, rows, plan)
            records.append(due_record(game, log, rows, table.original.secret))
        write_rows(Round, RoundRow._fields, (row for rows in logs for row in rows.rounds))
        write_rows(Hand, HandRow._fields, (row for rows in logs for row in rows.hands))
        write_rows(Move, MoveRow._fields, (row for rows in logs for row in rows.moves))
        GameSummary.objects.bulk_create(summaries)
        SeatSummary.objects.bulk_create(seat_summaries)
        SeatResult.objects.bulk_create(results)
        GameRecord.objects.bulk_create(record for record in records if record)


def _game(
    number: int, table: TablePlan, sitting: dict[int, Person], chance: Random, plan: Plan
) -> Game:
    lasted = table.at[-1]
    waited = timedelta(minutes=chance.randrange(1, 600))
    # In sequence, as real games would be, with none ending after the period.
    share = (number + chance.random()) / plan.games
    begun = plan.until - PERIOD + share * max(PERIOD - lasted, timedelta())
    return Game(
        public_id=address_of(number),
        **replace(table.terms, name=_name(number, table, sitting[0])).columns(),
        audience=table.audience,
        creator_id=sitting[0].user_id,
        created_at=begun - waited,
        commitment=commitment(table.original.secret),
    )


def _name(number: int, table: TablePlan, first: Person) -> str:
    if table.audience != Audience.OWN:
        return game_of(first.name)
    # No two made games have the same, in whatever order processes write them.
    show, name = divmod(number, len(circus.ALWAYS))
    return circus.show_of(str(circus.ALWAYS[name]), show + 1)


def _begun(game: Game) -> datetime:
    return game.created_at + timedelta(minutes=1)


def _seats(game: Game, table: TablePlan, sitting: dict[int, Person]) -> Iterator[Seat]:
    for number in range(game.players):
        person = sitting.get(number)
        bot = table.terms.bots.get(number, "")
        yield Seat(
            game=game,
            number=number,
            user_id=person.user_id if person else None,
            bot=bot,
            name=person.name if person else CALLED[bot],
            over_at=_begun(game) + table.at[-1],
        )


def _results(
    game: Game, table: TablePlan, seats: Sequence[Seat], log: Log, rows: LogRows, plan: Plan
) -> list[SeatResult]:
    number = table.original.number
    conduct = conduct_of(rows, log.people)
    assert conduct is not None
    if number not in plan.tallies:
        plan.tallies[number] = tallies_of(log.people, rows, log.state, conduct).seats
    return made_of(
        game,
        seats,
        totals=log.state.totals,
        conduct=conduct,
        tallies=plan.tallies[number],
        ended_at=log.changed_at,
    )


def _log(game: Game, table: TablePlan, chance: Random) -> tuple[Log, LogRows]:
    rows = LogRows([], [], [])
    original = table.original
    key = seal_key(original.secret, game)
    head = first_seal(key, game)
    begun = now = _begun(game)
    round_row: RoundRow | None = None
    for version, (step, actor, at) in enumerate(
        zip(original.steps, table.actors, table.at, strict=True)
    ):
        if round_row is None or step.round_number != round_row.number:
            dealt = original.state.results[step.round_number].dealt
            own_id = round_id(now, chance.randbytes(10))
            unsealed = RoundRow(own_id, game.pk, step.round_number, dealt.starter, now, "")
            round_row, head = _sealed(key, head, unsealed)
            rows.rounds.append(round_row)
            for seat, hand in enumerate(dealt.hands):
                cards = " ".join(card_names(hand))
                own_id = hand_id(round_row.id, now, seat)
                dealt_row = HandRow(own_id, round_row.id, seat, cards, "")
                hand_row, head = _sealed(key, head, dealt_row)
                rows.hands.append(hand_row)
        now = begun + at
        move = step.move
        move_row, head = _sealed(
            key,
            head,
            MoveRow(
                id=move_id(round_row.id, now, version),
                game_id=game.pk,
                round_id=round_row.id,
                version=version,
                seq=step.seq,
                seat=step.seat,
                actor=actor,
                type=move.type,
                flip=getattr(move, "flip", None),
                end=getattr(move, "end", ""),
                to=getattr(move, "to", None),
                start=getattr(move, "start", None),
                stop=getattr(move, "stop", None),
                created_at=now,
                mac="",
            ),
        )
        rows.moves.append(move_row)
    assert round_row is not None
    log = Log(
        game_id=game.pk,
        key=key,
        state=original.state,
        version=len(original.steps),
        chairs=Chairs(),
        began_at=now,
        people=frozenset(table.people),
        head=head,
        round_id=round_row.id,
        changed_at=now,
    )
    return log, rows


def _sealed(key: SealKey, before: str, row: _Row) -> tuple[_Row, str]:
    head = row_seal(key, before, row)
    return row._replace(mac=head), head
