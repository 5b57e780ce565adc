"""Tables of people with confirmed addresses, and their preferences."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import time_machine

from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import OVER, Game, GameSummary, Notice, NoticeState, Seat
from games.notices.replan import replan
from games.notices.seen import mark_seen
from games.telling.posting import post_due
from games.telling.sending import send_due
from games.telling.withdrawing import withdraw_gone
from tests.tables import is_on, play_on

DAY = 24 * 3600
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


def choose(user: User, **preferences: Any) -> None:
    """As the pages do."""
    User.objects.filter(pk=user.pk).update(**preferences)
    replan(user_id=user.pk)


def table(
    *people: User, name: str = "Tuesday Troupe", turn_seconds: int | None = DAY, moves: int = 0
) -> Game:
    """Hands are turned, and some moves played."""
    terms = Terms(players=len(people), name=name, turn_seconds=turn_seconds)
    game = create_game(user=people[0], terms=terms)
    for user in people[1:]:
        join(game_id=game.pk, user=user, invitation=game.invitation)
    play_on(game, moves=len(people) + moves)
    return game


def table_waiting_for(
    user: User, *others: User, name: str = "Tuesday Troupe", turn_seconds: int | None = DAY
) -> Game:
    """After some moves, at the turn of `user`."""
    game = table(user, *others, name=name, turn_seconds=turn_seconds)
    play_on(game, until=is_on(Seat.objects.get(game=game, user=user).number))
    return game


def due(user: User) -> list[str]:
    """Stages of open notices."""
    rows = Notice.objects.filter(user=user, state=NoticeState.DUE).order_by("due_at", "id")
    return list(rows.values_list("stage", flat=True))


def send_at(moment: datetime) -> int:
    """Run the periodic task; return the number of emails."""
    with time_machine.travel(moment, tick=False):
        return send_due()


def post_at(moment: datetime) -> int:
    """As `send_at`, for pushes and hooks."""
    with time_machine.travel(moment, tick=False):
        return post_due()


def withdraw_at(moment: datetime) -> int:
    """Take back from devices what has no reason any more; return how much."""
    with time_machine.travel(moment, tick=False):
        return withdraw_gone()


def a_game_an_hour(
    user: User,
    other: User,
    *,
    games: int,
    turn_seconds: int = 7 * DAY,
    tell: Callable[[datetime], int] = send_at,
) -> Game:
    """From noon on, games begin and wait for `user`, who is told of each ten minutes later.

    Return the last.
    """
    for number in range(games):
        at = NOON + number * HOUR
        with time_machine.travel(at, tick=False):
            game = table_waiting_for(user, other, name=f"Game {number}", turn_seconds=turn_seconds)
        tell(at + 10 * MINUTE)
    return game


def see(game: Game, user: User) -> None:
    """As the table's page notes it."""
    seat, summary = Seat.objects.get(game=game, user=user), GameSummary.objects.get(pk=game.pk)
    mark_seen(seat_id=seat.pk, seq=summary.seq + (summary.status in OVER))


def states(game: Game, user: User) -> dict[str, str]:
    """For the current decision, by stage."""
    seq = GameSummary.objects.get(pk=game.pk).seq
    rows = Notice.objects.filter(game=game, user=user, seq=seq)
    return dict(rows.values_list("stage", "state"))
