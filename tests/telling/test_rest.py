"""While people rest they are told nothing; what waited comes afterwards."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine

from accounts.models import User
from games.lobby.invitations import invite
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.models import Actor, Destination, Game, GameSummary
from games.order import games as moderating
from games.order import players
from games.order.mails import send_notices
from games.play.move import enter_move
from games.play.nudges import nudge
from games.rest.week import week_text
from tests.order.people import moderator
from tests.rest.weeks import NIGHTS
from tests.tables import next_move, play_on
from tests.telling.people import (
    DAY,
    HOUR,
    MINUTE,
    choose,
    post_at,
    send_at,
    table,
    withdraw_at,
)
from tests.telling.post.servers import PushService
from tests.telling.server import Mailbox, text_of

pytestmark = pytest.mark.django_db

BERLIN = ZoneInfo("Europe/Berlin")
LATE = datetime(2026, 11, 18, 21, 55, tzinfo=BERLIN)
"""Five minutes before the quiet hours begin."""
MORNING = datetime(2026, 11, 19, 7, tzinfo=BERLIN)
AWAY = "2026-11-19 2026-11-25 Europe/Berlin"
BACK = datetime(2026, 11, 26, tzinfo=BERLIN)


@pytest.fixture(autouse=True)
def alone(bruno: User) -> None:
    """Only Maya is told."""
    choose(bruno, tell_turns="none")


def sleeps(user: User) -> None:
    choose(user, time_zone="Europe/Berlin", quiet_week=week_text(NIGHTS))


def waiting_since(
    at: datetime, user: User, *others: User, turn_seconds: int | None = DAY, rests: bool = True
) -> Game:
    """A game that waits for ``user`` since a move of somebody else."""
    with time_machine.travel(at, tick=False):
        game = table(user, *others, turn_seconds=turn_seconds)
        Game.objects.filter(pk=game.pk).update(rest_counts=rests)
        seat = None
        while seat in (None, 0) or load(game).state.to_act != (0,):
            state = load(game).state
            seat, move = next_move(state)
            enter_move(game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=Actor.PLAYER)
    return game


def test_nothing_comes_in_quiet_hours_and_what_waited_comes_after_them(
    mailbox: Mailbox, device: object, hook: object, maya: User, bruno: User
) -> None:
    sleeps(maya)
    waiting_since(LATE, maya, bruno)
    for moment in (LATE + 10 * MINUTE, LATE + 3 * HOUR, MORNING - MINUTE):
        assert (send_at(moment), post_at(moment)) == (0, 0)
    assert (send_at(MORNING), post_at(MORNING)) == (1, 2)


def test_what_a_device_shows_is_taken_back_after_them(
    device: Destination, push_service: PushService, maya: User, bruno: User
) -> None:
    sleeps(maya)
    game = waiting_since(LATE - HOUR, maya, bruno)
    assert post_at(LATE) == 1
    with time_machine.travel(LATE + HOUR, tick=False):
        play_on(game, moves=1)
    for moment in (LATE + HOUR, MORNING - MINUTE):
        assert withdraw_at(moment) == 0
    assert len(push_service.requests) == 1
    assert [withdraw_at(MORNING + minutes * MINUTE) for minutes in (0, 1)] == [1, 0]


def test_moderators_words_wait_too_and_are_not_lost(mailbox: Mailbox, maya: User) -> None:
    sleeps(maya)
    with time_machine.travel(LATE + HOUR, tick=False):
        players.warn(player=maya, by=moderator(), reason="Mind your words.")
    sent = []
    for moment in (LATE + HOUR, MORNING - MINUTE, MORNING, MORNING + MINUTE):
        with time_machine.travel(moment, tick=False):
            sent.append(send_notices())
    assert sent == [0, 0, 1, 0]


def test_a_nudge_and_news_wait_too(mailbox: Mailbox, maya: User, bruno: User) -> None:
    sleeps(maya)
    game = waiting_since(LATE - 13 * HOUR, maya, bruno, turn_seconds=None)
    assert send_at(LATE) == 1
    with time_machine.travel(LATE + HOUR, tick=False):
        nudge(game_id=game.pk, by_seat=1, seat=0)
        invite(game_id=create_game(user=bruno, terms=Terms(players=2)).pk, by=bruno, user=maya)
    assert send_at(LATE + HOUR) == 0
    assert send_at(MORNING) == 1
    assert "asks for your move" in text_of(mailbox.mails[-1])


def test_more_time_puts_off_the_clock_and_not_the_news_of_the_turn(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    noon = MORNING + 5 * HOUR
    game = waiting_since(noon, maya, bruno)
    with time_machine.travel(noon + MINUTE, tick=False):
        moderating.extend(game_id=game.pk, minutes=12 * 60, by=moderator(), reason="A storm.")
    assert send_at(noon + 9 * MINUTE) == 0
    assert send_at(noon + 10 * MINUTE) == 1
    last_call = noon + 36 * HOUR - timedelta(seconds=DAY) / 5
    assert send_at(last_call - MINUTE) == 0
    assert send_at(last_call) == 1


def test_a_clock_that_stands_still_calls_when_a_fifth_of_the_own_time_is_left(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    sleeps(maya)
    choose(maya, tell_turns="deadline")
    # 5 minutes in the evening, 15 hours the next day, 4:07 of the 19:12 on the day after.
    waiting_since(LATE, maya, bruno)
    call = datetime(2026, 11, 20, 11, 7, tzinfo=BERLIN)
    assert send_at(call - MINUTE) == 0
    assert send_at(call) == 1
    assert "15:55" in text_of(mailbox.only())


@pytest.mark.parametrize(("hours", "rests"), [(10, True), (24, False)])
def test_a_clock_that_runs_on_calls_before_the_quiet_hours_begin(
    mailbox: Mailbox, maya: User, bruno: User, hours: int, rests: bool
) -> None:
    sleeps(maya)
    choose(maya, tell_turns="deadline")
    # Over at 4 in the night; a fifth before that is quiet too.
    over = datetime(2026, 11, 19, 4, tzinfo=BERLIN)
    game = waiting_since(over - hours * HOUR, maya, bruno, turn_seconds=hours * 3600, rests=rests)
    assert GameSummary.objects.get(pk=game.pk).deadline == over
    call = datetime(2026, 11, 18, 21, 30, tzinfo=BERLIN)
    assert send_at(call - MINUTE) == 0
    assert send_at(call) == 1


@pytest.mark.parametrize("rests", [True, False])
def test_on_holiday_only_turns_whose_clock_runs_on_are_told(
    mailbox: Mailbox, maya: User, bruno: User, rests: bool
) -> None:
    choose(maya, time_zone="Europe/Berlin", holidays=AWAY)
    noon = MORNING + 5 * HOUR
    waiting_since(noon, maya, bruno, turn_seconds=7 * DAY, rests=rests)
    assert send_at(noon + HOUR) == (0 if rests else 1)
    assert send_at(BACK - MINUTE) == (0 if rests else 1), "the last call, if the clock runs on"
    assert send_at(BACK) == (1 if rests else 0)
