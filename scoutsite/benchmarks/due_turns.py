"""Due turns, for one way to tell of them."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import islice
from secrets import token_bytes
from urllib.parse import urlsplit

from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.utils import timezone

from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.reading import read_rows
from games.log.row_ids import hand_id, move_id, round_id
from games.log.store import load
from games.models import (
    Actor,
    Destination,
    Game,
    GameSummary,
    Hand,
    HookForm,
    Move,
    Notice,
    NoticeState,
    Round,
    Seat,
    SeatSummary,
    Stage,
    Way,
)
from games.play.bots import bot_move
from games.play.move import enter_move
from games.telling.post.hooks import new_secret
from scoutsite.benchmarks.arrivals import HOST
from scoutsite.benchmarks.device_keys import subscription_keys

AT_ONCE = 1_000
WAITED = timedelta(hours=1)


def make_due_turns(turns: int, users: int, way: Way) -> None:
    """Fill an empty database with ``turns`` games (wrongly sealed) awaiting ``users``.

    Each user has one destination, if ``way`` needs one.
    """
    User = get_user_model()  # noqa: N806 (a class)
    people = User.objects.bulk_create(
        (
            User(
                username=f"player-{number}",
                name_key=f"player-{number}",
                email=f"player-{number}@example.org",
                email_confirmed=True,
                most_a_day=None,
            )
            for number in range(users)
        ),
        batch_size=AT_ONCE,
    )
    destinations = _destinations([user.pk for user in people], way)
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
                own = {"id": round_id(now, token_bytes(10)), "game_id": game.pk}
                deal = Round(**{**rows.rounds[0]._asdict(), **own})
                deals.append(deal)
                for hand in rows.hands:
                    own = {"id": hand_id(deal.pk, now, hand.seat), "round_id": deal.pk}
                    hands.append(Hand(**{**hand._asdict(), **own}))
                for move in rows.moves:
                    own = {"round_id": deal.pk, "game_id": game.pk}
                    own["id"] = move_id(deal.pk, now, move.version)
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
                        way=way,
                        place=destinations.get(user.pk, 0),
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


def paths_of_turns() -> dict[str, str]:
    """Return the path to which each due turn's table belongs, by table."""
    rows = Notice.objects.filter(state=NoticeState.DUE, place__gt=0)
    paths = {
        key: urlsplit(address).path
        for key, address in Destination.objects.values_list("pk", "address")
    }
    return {table: paths[key] for table, key in rows.values_list("game__public_id", "place")}


def _destinations(user_ids: Iterable[int], way: Way) -> dict[int, int]:
    """Return the key of each user's new destination."""
    if way == Way.MAIL:
        return {}
    now = timezone.now()
    public, auth = subscription_keys() if way == Way.PUSH else ("", new_secret())
    made = Destination.objects.bulk_create(
        (
            Destination(
                user_id=user,
                way=way,
                form=HookForm.JSON if way == Way.HOOK else "",
                address=f"https://{HOST}/{way}/{user}",
                key=public,
                secret=auth,
                name="Measured",
                created_at=now,
            )
            for user in user_ids
        ),
        batch_size=AT_ONCE,
    )
    return {each.user_id: each.pk for each in made}


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
