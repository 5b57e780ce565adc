"""After moves were taken back nobody is told of undone turns, and whoever is on is told once."""

import pytest
import time_machine

from accounts.models import User
from games.log.store import load
from games.models import Destination, Game, Notice, Seat, Stage
from tests.accounts.people import account
from tests.pages.seats import on_turn
from tests.tables import play_on, take_back
from tests.telling.people import (
    HOUR,
    MINUTE,
    NOON,
    due,
    post_at,
    send_at,
    table_waiting_for,
    withdraw_at,
)
from tests.telling.server import Mailbox, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def tomas(db: None) -> User:
    return account("Tomás", "tomas@example.org")


def go_on(game: Game, minutes: int) -> User:
    """Make one move, so many minutes after noon; return who is on then."""
    with time_machine.travel(NOON + minutes * MINUTE, tick=False):
        play_on(game, moves=1)
    user = Seat.objects.get(game=game, number=on_turn(game)).user
    assert isinstance(user, User)
    return user


def test_whoever_is_on_is_told_once_and_whoever_was_on_is_not(
    mailbox: Mailbox, maya: User, bruno: User, tomas: User
) -> None:
    game = table_waiting_for(bruno, maya, tomas)
    assert send_at(NOON + 10 * MINUTE) == 1
    after = go_on(game, 11)
    assert after != bruno
    undone = load(game).state.seq
    assert Stage.TURN in due(after)
    with time_machine.travel(NOON + 12 * MINUTE, tick=False):
        take_back(game)
    # Neither the undone turn nor what the table was asked is told any more.
    assert send_at(NOON + 22 * MINUTE) == 1
    assert send_at(NOON + 22 * MINUTE) == 0
    assert [mail["To"] for mail in mailbox.mails] == ["bruno@example.org"] * 2
    assert "It's your turn in Tuesday Troupe" in text_of(mailbox.mails[-1])
    turns = Notice.objects.filter(game=game, seq=undone, stage__in=(Stage.TURN, Stage.LAST_CALL))
    with time_machine.travel(NOON + 23 * HOUR, tick=False):
        send_at(NOON + 23 * HOUR)
    assert set(turns.values_list("user", "state")) == {(after.pk, "dropped")}
    assert due(after) == []
    told = [mail["Subject"] for mail in mailbox.mails[2:]]
    assert told == ["Last call in Tuesday Troupe"], "of the new turn's own deadline"


def test_a_device_no_longer_shows_a_turn_that_was_undone(
    device: Destination, maya: User, bruno: User, tomas: User
) -> None:
    game = table_waiting_for(maya, bruno, tomas)
    assert post_at(NOON + 10 * MINUTE) == 1
    with time_machine.travel(NOON + 11 * MINUTE, tick=False):
        take_back(game)
    assert load(game).state.to_act != (game.seats.get(user=maya).number,)
    assert withdraw_at(NOON + 12 * MINUTE) == 1
    assert not Notice.objects.filter(shown=True).exists()
    assert post_at(NOON + HOUR) == 0
