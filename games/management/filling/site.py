"""Many made players, and games without a log: as much of them as lists read, and quickly made."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password

from games.management.filling.games import PERIOD
from games.management.filling.people import Company, Person, made_name
from games.management.filling.writing import next_key, write_made
from games.models import Audience, Game, GameStatus, GameSummary, Seat, SeatSummary
from games.people.name_keys import name_key, name_look
from games.people.names import game_of
from games.words import circus

ADDRESS = "desk-"
"""How the addresses of these games begin."""
_SEATS = (2, 3, 3, 4, 4, 4, 5)
_AUDIENCES = (Audience.OPEN, Audience.OPEN, Audience.OPEN, Audience.INVITATION, Audience.OWN)
_TURN = timedelta(days=1)
_MOVES_A_ROUND = 25


class Table(NamedTuple):
    """A game, and who sits at it."""

    game_id: int
    address: str
    name: str
    at: datetime
    people: tuple[int, ...]


def write_people(count: int, now: datetime) -> list[Person]:
    """Make players up to ``count`` made ones, some of them guests or bot accounts; return all."""
    users = get_user_model()._default_manager
    names = [made_name(number) for number in range(count)]
    known = dict(users.filter(username__in=names).values_list("username", "pk"))
    missing = [name for name in names if name not in known]
    password = make_password(None)
    write_made(
        get_user_model(),
        (
            {
                "username": name,
                "name_key": name_key(name),
                "name_look": name_look(name),
                "password": password,
                "is_guest": number % 6 == 5,
                "is_bot": number % 200 == 100,
                "is_active": number % 300 != 299,
                "date_joined": now - PERIOD * (1 - number / count),
                "last_seen": (now - timedelta(days=number % 400)).date(),
            }
            for number, name in enumerate(missing)
        ),
    )
    known.update(users.filter(username__in=missing).values_list("username", "pk"))
    return [Person(known[name], name, 0.5) for name in names]


def write_tables(count: int, people: Sequence[Person], chance: Random, now: datetime) -> None:
    """Make ``count`` games without a log; the last ones are still waiting or running."""
    company = Company(people)
    first, first_seat = next_key(Game), next_key(Seat)
    made = [
        _Made.of(first + number, number, count, company, chance, now) for number in range(count)
    ]
    write_made(Game, (each.game() for each in made))
    write_made(GameSummary, (each.summary(now) for each in made))
    write_made(Seat, (seat for each in made for seat in each.seats()))
    results = (result for each in made for result in each.results())
    write_made(
        SeatSummary, ({"seat_id": key, **row} for key, row in enumerate(results, start=first_seat))
    )


def tables_there() -> list[Table]:
    """Return all games without a bot, oldest first, with who sits there in order of the seats."""
    people: dict[int, list[int]] = {}
    seats = Seat.objects.filter(user__isnull=False).order_by("game_id", "number")
    for game_id, user_id in seats.values_list("game_id", "user_id").iterator():
        people.setdefault(game_id, []).append(user_id)
    with_bots = Seat.objects.exclude(bot="").values("game")
    games = Game.objects.exclude(pk__in=with_bots).order_by("created_at", "pk")
    rows = games.values_list("pk", "public_id", "name", "created_at")
    return [Table(*row, tuple(people.get(row[0], ()))) for row in rows.iterator()]


class _Made(NamedTuple):
    game_id: int
    number: int
    players: int
    sitting: list[Person]
    audience: str
    status: str
    created_at: datetime
    over_at: datetime | None

    @classmethod
    def of(
        cls,
        game_id: int,
        number: int,
        count: int,
        company: Company,
        chance: Random,
        now: datetime,
    ) -> "_Made":
        players = _SEATS[number % len(_SEATS)]
        created_at = now - PERIOD * (1 - number / count)
        left = count - number
        status = GameStatus.VOIDED if number % 150 == 149 else GameStatus.FINISHED
        # One in fifty is not over, most of them young.
        if left <= count // 60 or number % 300 == 299:
            status = GameStatus.OPEN if number % 4 == 0 else GameStatus.RUNNING
        sitting = 1 if status == GameStatus.OPEN else players
        going_on = status in (GameStatus.OPEN, GameStatus.RUNNING)
        return cls(
            game_id,
            number,
            players,
            company.draw(sitting, chance),
            chance.choice(_AUDIENCES),
            status,
            created_at,
            None if going_on else min(now, created_at + chance.random() * timedelta(days=9)),
        )

    def game(self) -> dict[str, Any]:
        first = self.sitting[0]
        show, name = divmod(self.number, len(circus.ALWAYS))
        own = circus.show_of(str(circus.ALWAYS[name]), show + 1)
        return {
            "id": self.game_id,
            "public_id": f"{ADDRESS}{self.number:07d}",
            "name": own if self.audience == Audience.OWN else game_of(first.name),
            "players": self.players,
            "audience": self.audience,
            "creator_id": first.user_id,
            "created_at": self.created_at,
            "commitment": "0" * 64,
            "turn_seconds": int(_TURN.total_seconds()),
            "rated": self.number % 3 == 0,
            "invitation": f"{ADDRESS}{self.number}",
        }

    def summary(self, now: datetime) -> dict[str, Any]:
        running = self.status == GameStatus.RUNNING
        waits = running and self.number % 40 != 1
        # Their clocks have a day; of a few nobody has taken the turn that is due.
        ahead = -_TURN / 24 if self.number % 50 == 3 else _TURN * (self.number % 24 + 1) / 25
        begun = self.created_at
        rounds = 0 if self.status == GameStatus.OPEN else self.players - 1
        seats = self.players - len(self.sitting)
        return {
            "game_id": self.game_id,
            "status": self.status,
            "version": rounds * _MOVES_A_ROUND,
            "seq": rounds * _MOVES_A_ROUND,
            "round_number": rounds,
            "changed_at": self.over_at or (now + ahead - _TURN if waits else begun),
            "began_at": now + ahead - _TURN if waits else begun,
            "deadline": now + ahead if waits else None,
            "halted": running and not waits,
            "bot_due_at": now - _TURN / 48 if running and self.number % 99 == 0 else None,
            "head": "",
            "free_seats": (seats or None) if self.audience == Audience.OPEN else None,
            "acting": 1 if running else 0,
        }

    def seats(self) -> Iterator[dict[str, Any]]:
        for number, person in enumerate(self.sitting):
            yield {
                "game_id": self.game_id,
                "number": number,
                "user_id": person.user_id,
                "name": person.name,
                "over_at": self.over_at,
            }

    def results(self) -> Iterator[dict[str, Any]]:
        for number in range(len(self.sitting)):
            yield {
                "to_act": number == 0 and self.status == GameStatus.RUNNING,
                "score": 5 * len(self.sitting) - number,
                "winner": number == 0 and self.status == GameStatus.FINISHED,
            }
