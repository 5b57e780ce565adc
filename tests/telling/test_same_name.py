"""What a killed sender may have delivered is told again under the name it had."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.models import Destination, Notice
from games.telling import posting, sending
from games.telling.closing import CLAIMED_FOR
from games.telling.gather import due_units
from tests.telling.people import (
    DAY,
    HOUR,
    MINUTE,
    NOON,
    choose,
    post_at,
    see,
    send_at,
    table_waiting_for,
)
from tests.telling.post.messages import device_of
from tests.telling.post.servers import HookServer, PushService
from tests.telling.server import Mailbox

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

AFTER = NOON + 10 * MINUTE + CLAIMED_FOR


class KilledError(BaseException):
    """The process ends."""


@pytest.fixture(autouse=True)
def alone(bruno: User) -> None:
    """Only Maya is told."""
    choose(bruno, tell_turns="none")


def table_near_its_last_call(user: User, other: User) -> None:
    """Its turn is due by ten past noon, its last call at ``AFTER``."""
    with time_machine.travel(AFTER - timedelta(seconds=DAY) * 4 / 5, tick=False):
        table_waiting_for(user, other, turn_seconds=DAY)


def killed(*given: Any) -> None:
    raise KilledError


def mail_and_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send what is due ten minutes past noon, and note nothing of it."""
    with monkeypatch.context() as dying:
        dying.setattr(sending, "noted", killed)
        with pytest.raises(KilledError):
            send_at(NOON + 10 * MINUTE)


def post_and_die() -> None:
    """Post what is due ten minutes past noon, and note nothing of it."""
    with time_machine.travel(NOON + 10 * MINUTE, tick=False):
        posts, _rest = posting._claimed(due_units(posting.WAYS))
        for post in posts:
            assert posting._attempt(post) is None


def ids(server: HookServer) -> list[str]:
    return [request.headers["webhook-id"] for request in server.requests]


def test_a_mail_keeps_its_name_when_another_turn_is_more_pressing_by_then(
    mailbox: Mailbox, maya: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_waiting_for(maya, bruno, name="Slow", turn_seconds=7 * DAY)
    with time_machine.travel(NOON + MINUTE, tick=False):
        table_waiting_for(maya, bruno, name="Fast", turn_seconds=DAY)
    mail_and_die(monkeypatch)
    assert send_at(AFTER) == 1
    first, second = mailbox.mails
    assert first["Message-ID"] == second["Message-ID"]
    assert first["Subject"] != second["Subject"]


def test_a_mail_keeps_its_name_when_it_is_of_another_kind_by_then(
    mailbox: Mailbox, maya: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_near_its_last_call(maya, bruno)
    mail_and_die(monkeypatch)
    assert send_at(AFTER) == 1
    assert len({mail["Message-ID"] for mail in mailbox.mails}) == 1
    assert mailbox.mails[-1]["Subject"].startswith("Last call")


def test_what_follows_has_a_name_of_its_own(
    mailbox: Mailbox, maya: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = table_waiting_for(maya, bruno, name="Slow", turn_seconds=7 * DAY)
    mail_and_die(monkeypatch)
    with time_machine.travel(NOON + 11 * MINUTE, tick=False):
        see(slow, maya)
    assert send_at(AFTER) == 0
    assert send_at(NOON + 4 * HOUR) == 1
    assert send_at(NOON + 29 * HOUR) == 1
    first, second, third = (mail["Message-ID"] for mail in mailbox.mails)
    assert first == second != third


def test_a_post_keeps_its_name_when_a_last_call_comes_between(
    maya: User, bruno: User, hook: Destination, hook_server: HookServer
) -> None:
    table_near_its_last_call(maya, bruno)
    post_and_die()
    assert post_at(AFTER) == 1
    first, second = hook_server.received
    assert (first["type"], second["type"]) == ("turn", "last_call")
    assert len(set(ids(hook_server))) == 1


@pytest.mark.parametrize(("first", "then"), [("each", "daily"), ("daily", "each")])
def test_a_push_keeps_its_tag_when_its_owner_chooses_otherwise_meanwhile(
    maya: User, bruno: User, push_service: PushService, first: str, then: str
) -> None:
    device_of(maya, push_service)
    choose(maya, tell_turns=first, digest_hour=12)
    with time_machine.travel(NOON - MINUTE, tick=False):
        table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
    post_and_die()
    choose(maya, tell_turns=then)
    Notice.objects.filter(user=maya, stage="turn").update(due_at=NOON)
    assert post_at(AFTER) == 1
    assert len({told["tag"] for told in push_service.received}) == 1


def test_two_messages_of_one_name_would_hide_each_other(
    maya: User, bruno: User, hook: Destination, hook_server: HookServer
) -> None:
    """One about everything that was under way becomes one about each game."""
    choose(maya, tell_turns="daily", digest_hour=12)
    with time_machine.travel(NOON - MINUTE, tick=False):
        for name in ("One", "Two"):
            table_waiting_for(maya, bruno, name=name, turn_seconds=7 * DAY)
    post_and_die()
    choose(maya, tell_turns="each")
    assert post_at(AFTER) == 2
    told = ids(hook_server)
    assert (len(told), len(set(told)), told[0] in told[1:]) == (3, 2, True)


def test_what_one_has_under_way_keeps_others_from_that_user(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    table_waiting_for(maya, bruno, name="One", turn_seconds=7 * DAY)
    with time_machine.travel(NOON + MINUTE, tick=False):
        table_waiting_for(maya, bruno, name="Two", turn_seconds=7 * DAY)
    with time_machine.travel(NOON + 10 * MINUTE, tick=False):
        Notice.objects.filter(user=maya, game__name="One").update(claimed_until=AFTER)
    assert send_at(NOON + 11 * MINUTE) == 0
    assert send_at(NOON + 13 * MINUTE) == 1
