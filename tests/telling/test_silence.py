"""Before a bot comes, silent players have been told twice, whatever came between."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.log.store import load
from games.models import Actor, Game
from games.notices.rows import remove_old
from games.play.move import enter_move
from games.play.silence import keep_silent
from games.rules.errors import RuleError
from tests.tables import next_move
from tests.telling.people import HOUR, MINUTE, NOON, choose, send_at, table
from tests.telling.server import Mailbox

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

ONE_DAY = timedelta(days=1)
WEEK = timedelta(days=7)


@pytest.fixture
def game(maya: User, bruno: User) -> Game:
    """Without a clock; it waits for Maya since noon, when Bruno moved."""
    choose(bruno, tell_turns="none")
    with time_machine.travel(NOON - HOUR, tick=False):
        found = table(maya, bruno, turn_seconds=None)
    while load(found).state.to_act != (0,):
        state = load(found).state
        seat, move = next_move(state)
        enter_move(game_id=found.pk, seat=seat, move=move, seq=state.seq, actor=Actor.PLAYER)
    return found


def keep_at(game: Game, span: timedelta, *, seat: int = 0, by: int = 1) -> str:
    """Press so long after noon, and return the code of the refusal."""
    with time_machine.travel(NOON + span, tick=False):
        try:
            keep_silent(game_id=game.pk, by_seat=by, seat=seat)
        except RuleError as refused:
            return refused.code
    return ""


def tell_for(days: int, *, since: timedelta = timedelta(0)) -> int:
    """What goes out in so many days, asked for twice a day."""
    return sum(send_at(NOON + since + MINUTE + number * 12 * HOUR) for number in range(2 * days))


def test_in_seven_days_they_are_told_often_enough_by_themselves(
    mailbox: Mailbox, game: Game
) -> None:
    assert tell_for(7) >= 2
    assert keep_at(game, WEEK) == ""


def test_also_where_the_turn_began_in_a_long_holiday(
    mailbox: Mailbox, game: Game, maya: User
) -> None:
    first = NOON.date()
    last = first + timedelta(days=13)
    choose(maya, holidays=f"{first} {last} UTC", time_zone="UTC")
    assert tell_for(13) == 0
    tell_for(8, since=timedelta(days=13))
    assert keep_at(game, timedelta(days=20)) == "too_early", "a holiday is no silence"
    assert keep_at(game, timedelta(days=22)) == ""


def test_also_after_months(mailbox: Mailbox, game: Game) -> None:
    tell_for(8)
    with time_machine.travel(NOON + 60 * ONE_DAY, tick=False):
        remove_old(now=timezone.now())
    assert keep_at(game, 60 * ONE_DAY) == ""
