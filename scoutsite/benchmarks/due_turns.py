"""Due turns, and a mail server that records them."""

import re
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import islice
from typing import Any
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.utils import timezone

from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.rows import read_rows
from games.log.store import load
from games.models import (
    Actor,
    Game,
    GameSummary,
    Hand,
    Move,
    Notice,
    Round,
    Seat,
    SeatSummary,
    Stage,
)
from games.play.bots import bot_move
from games.play.move import enter_move

AT_ONCE = 1_000
WAITED = timedelta(hours=1)
_TABLE = re.compile(rb"/games/([0-9a-z]{12})/")
_MESSAGE_ID = re.compile(rb"^Message-ID:\s*(<\S+>)", re.MULTILINE | re.IGNORECASE)


class Arrivals:
    """A mail server's handler."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.mails: Counter[bytes] = Counter()
        self.tables: dict[bytes, set[bytes]] = {}

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        name = _MESSAGE_ID.search(envelope.content)
        assert name is not None
        with self._lock:
            self.mails[name[1]] += 1
            tables = self.tables.setdefault(name[1], set())
            tables.update(_TABLE.findall(envelope.content))
        return "250 OK"

    def mails_of_tables(self) -> Counter[bytes]:
        with self._lock:
            return Counter(table for tables in self.tables.values() for table in tables)


def make_due_turns(turns: int, users: int) -> None:
    """Fill an empty database with ``turns`` games (wrongly sealed) awaiting ``users``."""
    User = get_user_model()  # noqa: N806 (a class)
    people = User.objects.bulk_create(
        (
            User(
                username=f"player-{number}",
                name_key=f"player-{number}",
                email=f"player-{number}@example.org",
                email_confirmed=True,
            )
            for number in range(users)
        ),
        batch_size=AT_ONCE,
    )
    model = _model_game()
    rows = read_rows(model.pk)
    summary = GameSummary.objects.get(pk=model.pk)
    acting = Seat.objects.get(game=model, summary__to_act=True)
    now = timezone.now()
    for numbers in _chunks(range(turns), AT_ONCE):
        games = _copies(model, numbers)
        with transaction.atomic():
            Game.objects.bulk_create(games)
            seats, deals, hands, moves, notices = [], [], [], [], []
            for number, game in zip(numbers, games, strict=True):
                deal = Round(**{**rows.rounds[0]._asdict(), "id": uuid4(), "game_id": game.pk})
                deals.append(deal)
                hands += [
                    Hand(**{**hand._asdict(), "id": uuid4(), "round_id": deal.pk})
                    for hand in rows.hands
                ]
                for move in rows.moves:
                    own = {"id": uuid4(), "round_id": deal.pk, "game_id": game.pk}
                    moves.append(Move(**{**move._asdict(), **own}))
                user = people[number % users]
                for seat in range(model.players):
                    mine = seat == acting.number
                    seats.append(
                        Seat(
                            game=game,
                            number=seat,
                            user=user if mine else None,
                            bot="" if mine else "easy",
                            name=user.username if mine else "Pip",
                        )
                    )
                notices.append(
                    Notice(
                        game=game,
                        user=user,
                        seat=acting.number,
                        seq=summary.seq,
                        stage=Stage.TURN,
                        due_at=now - WAITED / 2,
                    )
                )
            Round.objects.bulk_create(deals)
            Hand.objects.bulk_create(hands)
            Move.objects.bulk_create(moves)
            Seat.objects.bulk_create(seats)
            GameSummary.objects.bulk_create(
                GameSummary(
                    game=game,
                    status=summary.status,
                    version=summary.version,
                    seq=summary.seq,
                    round_number=0,
                    changed_at=now - WAITED,
                    began_at=now - WAITED,
                    deadline=now + 20 * WAITED,
                    head=summary.head,
                )
                for game in games
            )
            SeatSummary.objects.bulk_create(
                SeatSummary(seat=seat, to_act=seat.user_id is not None, score=0, winner=False)
                for seat in seats
            )
            Notice.objects.bulk_create(notices)
    with connection.cursor() as cursor:
        # A database that has run for a while has done this by itself.
        cursor.execute("ANALYZE")


def _model_game() -> Game:
    owner = get_user_model().objects.create(username="model", is_guest=True)
    game = create_game(user=owner, terms=Terms(players=3, bots={1: "easy", 2: "easy"}))
    log = load(game)
    while len(log.state.history) < 2:
        seat = log.to_act[0]
        move = bot_move(game, log, seat, "easy")
        actor = Actor.PLAYER if seat in log.people else Actor.BOT
        enter_move(game_id=game.pk, seat=seat, move=move, seq=log.state.seq, actor=actor)
        log = load(game)
    return game


def _copies(model: Game, numbers: Iterable[int]) -> list[Game]:
    own = ("id", "public_id", "invitation", "name")
    columns = [field.attname for field in Game._meta.concrete_fields if field.attname not in own]
    kept = {column: getattr(model, column) for column in columns}
    return [Game(**kept, name=f"Table {number}") for number in numbers]


def _chunks(numbers: range, size: int) -> Iterator[list[int]]:
    rest = iter(numbers)
    while chunk := list(islice(rest, size)):
        yield chunk
