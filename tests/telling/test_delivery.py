"""Each email goes out once, whatever fails on the way."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.models import GameSummary, Notice, NoticeState, SentNotice
from games.notices import rows as notices
from games.telling.closing import ATTEMPTS
from games.telling.sending import send_due
from tests.accounts.people import account
from tests.site.environment import free_port
from tests.telling.people import (
    DAY,
    HOUR,
    MINUTE,
    NOON,
    choose,
    send_at,
    states,
    table_waiting_for,
)
from tests.telling.server import Mailbox, use

TURN = timedelta(days=365)


def last_turn(user: User) -> Notice:
    notice = Notice.objects.filter(user=user, stage="turn").order_by("-seq").first()
    assert notice is not None
    return notice


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_while_the_server_is_away_mails_wait_and_none_is_lost(
    mailbox: Mailbox, maya: User, bruno: User, settings: Settings
) -> None:
    table_waiting_for(maya, bruno)
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, free_port()
    for minutes in range(10, 60):
        assert send_at(NOON + minutes * MINUTE) == 0
    assert last_turn(maya).attempts == 0
    use(settings, port)
    assert send_at(NOON + 60 * MINUTE) == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_a_mail_the_server_does_not_take_is_tried_again_ever_later_and_then_given_up(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    table_waiting_for(maya, bruno, turn_seconds=7 * 24 * 3600)
    mailbox.answers = ["554 not this one"] * 100
    tries: list[datetime] = []
    for minutes in range(10, 24 * 60):
        left = len(mailbox.answers)
        send_at(NOON + minutes * MINUTE)
        if len(mailbox.answers) < left:
            tries.append(NOON + minutes * MINUTE)
    waits = [later - earlier for earlier, later in itertools.pairwise(tries)]
    assert waits == [2**number * MINUTE for number in range(ATTEMPTS - 1)]
    notice = last_turn(maya)
    assert (notice.state, notice.attempts) == (NoticeState.FAILED, ATTEMPTS)
    assert not SentNotice.objects.exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_mails_put_off_for_two_days_arrive_within_the_hour(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
    mailbox.answers = ["451 come back later"] * 1000
    for minutes in range(10, 48 * 60, 60):
        assert send_at(NOON + minutes * MINUTE) == 0
    mailbox.answers = []
    assert send_at(NOON + 49 * HOUR) == 1


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_a_mail_that_is_put_off_for_ever_is_given_up_after_three_days(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    table_waiting_for(maya, bruno, turn_seconds=30 * DAY)
    mailbox.recipient_answer = "452 the mailbox is full"
    for hours in range(1, 72):
        send_at(NOON + hours * HOUR)
    assert last_turn(maya).state == NoticeState.DUE
    for hours in range(72, 84):
        send_at(NOON + hours * HOUR)
    assert last_turn(maya).state == NoticeState.FAILED


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_a_mail_that_was_refused_once_arrives_once(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    table_waiting_for(maya, bruno)
    mailbox.answers = ["451 come back later"]
    assert send_at(NOON + 10 * MINUTE) == 0
    assert send_at(NOON + 11 * MINUTE) == 1
    assert send_at(NOON + 12 * MINUTE) == 0


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_a_mail_that_is_given_up_takes_along_no_turn_that_was_not_due(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    choose(bruno, tell_turns="none")
    choose(maya, unseen_minutes=24 * 60)
    with time_machine.travel(NOON - 24 * HOUR, tick=False):
        first = table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
    second = table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
    mailbox.answers = ["554 not this one"] * ATTEMPTS
    for minutes in range(10 * 60):
        send_at(NOON + minutes * MINUTE)
    assert mailbox.answers == []
    assert states(first, maya)["turn"] == "failed"
    assert states(second, maya)["turn"] == "due"
    assert send_at(NOON + 24 * HOUR) == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_one_bad_mail_holds_up_no_other(mailbox: Mailbox, maya: User, bruno: User) -> None:
    table_waiting_for(maya, bruno, name="Maya’s")
    table_waiting_for(bruno, maya, name="Bruno’s")
    mailbox.answers = ["554 not this one"]
    assert send_at(NOON + 10 * MINUTE) == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_a_mailbox_that_is_not_there_stops_the_mails(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    table_waiting_for(maya, bruno)
    mailbox.recipient_answer = "550 5.1.1 no such user"
    assert send_at(NOON + 10 * MINUTE) == 0
    maya.refresh_from_db()
    assert maya.mail_paused_reason == "bounce"


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_a_server_that_refuses_for_reasons_of_its_own_stops_no_mails(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    table_waiting_for(maya, bruno)
    mailbox.recipient_answer = "550 5.7.1 relaying denied"
    assert send_at(NOON + 10 * MINUTE) == 0
    maya.refresh_from_db()
    assert maya.mail_paused_reason == ""


@pytest.mark.django_db(transaction=True)
def test_two_senders_at_once_send_one_mail_each_person(
    mailbox: Mailbox, settings: Settings
) -> None:
    people = [account(f"Player {number}", f"p{number}@example.org") for number in range(6)]
    for user in people:
        table_waiting_for(user, people[0] if user is not people[0] else people[1])
    Notice.objects.update(due_at=timezone.now() - HOUR)
    User.objects.update(unseen_minutes=1)
    GameSummary.objects.update(began_at=timezone.now() - HOUR)
    start = Barrier(4)

    def send(_: int) -> int:
        start.wait()
        try:
            return send_due()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as senders:
        sent = sum(senders.map(send, range(4)))
    # Two may each have had one of a person's rows, and left both: the next look takes them.
    sent += send_due()
    names = [str(mail["Message-ID"]) for mail in mailbox.mails]
    assert len(names) == len(set(names)) == sent
    to = [str(mail["To"]) for mail in mailbox.mails]
    assert len(to) == len(set(to))
    assert not Notice.objects.filter(stage="turn", state="due").exists()


@pytest.mark.django_db
@pytest.mark.usefixtures("noon")
def test_notices_and_traces_of_mails_are_forgotten_after_a_month(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    table_waiting_for(maya, bruno, turn_seconds=TURN.days * 24 * 3600)
    assert send_at(NOON + 10 * MINUTE) == 1
    later = NOON + 10 * MINUTE + notices.KEPT_FOR
    notices.remove_old(now=later)
    assert Notice.objects.filter(state="sent").exists()
    notices.remove_old(now=later + MINUTE)
    assert not Notice.objects.exclude(state__in=("due", "unread")).exists()
    assert not SentNotice.objects.exists()
    # Open notices stay, however old.
    assert Notice.objects.filter(state="due", user=maya).exists()
