"""Bounced emails and recipients who complain, as a mail provider reports them."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, AnymailTrackingEvent, inbound, tracking
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import SentNotice
from games.telling.choices import token_for
from tests.telling.people import HOUR, MINUTE, NOON, send_at, table_waiting_for
from tests.telling.server import Mailbox

pytestmark = pytest.mark.django_db


def tell(event_type: str, **details: Any) -> None:
    """As django-anymail does when the provider calls."""
    details.setdefault("recipient", "maya@example.org")
    event = AnymailTrackingEvent(event_type=event_type, **details)
    tracking.send(sender=object(), event=event, esp_name="Test")


def paused(user: User) -> str:
    user.refresh_from_db()
    return user.mail_paused_reason


@pytest.mark.usefixtures("noon")
def test_a_hard_bounce_stops_the_mails_at_once(mailbox: Mailbox, maya: User, bruno: User) -> None:
    table_waiting_for(maya, bruno)
    tell("bounced", reject_reason="bounced")
    assert paused(maya) == "bounce"
    assert send_at(NOON + HOUR) == 0
    assert send_at(NOON + 20 * HOUR) == 0


@pytest.mark.usefixtures("noon")
def test_a_complaint_stops_all_mails_about_games(mailbox: Mailbox, maya: User, bruno: User) -> None:
    table_waiting_for(maya, bruno)
    tell("complained", reject_reason="spam")
    assert paused(maya) == "complaint"
    assert send_at(NOON + 20 * HOUR) == 0


def test_five_soft_bounces_within_a_week_stop_them(maya: User) -> None:
    for number in range(4):
        tell("deferred", message_id=f"m{number}")
    assert paused(maya) == ""
    tell("bounced", message_id="m5", esp_event={"Type": "SoftBounce"})
    assert paused(maya) == "soft"


def test_the_tries_of_one_mail_count_once(maya: User) -> None:
    for _ in range(10):
        tell("deferred", message_id="the same")
    assert paused(maya) == ""


def test_a_mail_that_arrives_after_all_does_not_count(maya: User) -> None:
    for number in range(10):
        tell("deferred", message_id=f"m{number}")
        tell("delivered", message_id=f"m{number}")
    assert paused(maya) == ""


def test_soft_bounces_of_more_than_a_week_do_not_add_up(maya: User) -> None:
    start = timezone.now()
    for number in range(10):
        with time_machine.travel(start + number * timedelta(days=2), tick=False):
            tell("deferred", message_id=f"m{number}")
    assert paused(maya) == ""


def test_an_answer_for_now_is_a_soft_bounce(maya: User) -> None:
    tell("bounced", reject_reason="bounced", message_id="m", mta_response="452 mailbox full")
    assert paused(maya) == ""


def test_what_came_back_from_an_address_that_was_changed_counts_for_nobody(maya: User) -> None:
    SentNotice.objects.create(user=maya, kind="turn", message_id="m", sent_at=timezone.now())
    tell("bounced", reject_reason="bounced", recipient="old@example.org", message_id="m")
    assert paused(maya) == ""


def test_a_mail_is_known_by_its_name_where_no_recipient_is_told(maya: User) -> None:
    SentNotice.objects.create(user=maya, kind="turn", message_id="m", sent_at=timezone.now())
    tell("bounced", reject_reason="bounced", recipient=None, message_id="m")
    assert paused(maya) == "bounce"


def test_what_is_told_of_strangers_is_ignored(maya: User) -> None:
    for recipient in ("nobody@example.org", None, ""):
        tell("bounced", reject_reason="bounced", recipient=recipient)
    assert paused(maya) == ""


def test_a_complaint_weighs_more_than_a_full_mailbox_and_not_the_other_way_round(
    maya: User,
) -> None:
    tell("complained")
    tell("bounced", reject_reason="bounced")
    assert paused(maya) == "complaint"


def test_a_mail_to_the_address_in_the_header_ends_the_mails(maya: User, bruno: User) -> None:
    token = token_for(user_id=maya.pk, link_key=maya.link_key, scope="unsubscribe")
    for subject in (f"unsubscribe {token}", "unsubscribe 1.x", "hello", None):
        mail = AnymailInboundMessage.construct(subject=subject, to="turns@localhost", text="")
        event = AnymailInboundEvent(event_type="inbound", message=mail)
        inbound.send(sender=object(), event=event, esp_name="Test")
    maya.refresh_from_db()
    bruno.refresh_from_db()
    assert (bool(maya.not_by_mail), bruno.not_by_mail) == (True, "")


def test_who_leaves_by_the_providers_own_link_gets_none(maya: User) -> None:
    tell("unsubscribed")
    maya.refresh_from_db()
    assert maya.not_by_mail


@pytest.mark.usefixtures("noon")
def test_a_banner_on_every_page_says_so_until_mails_are_wanted_again(
    mailbox: Mailbox, client: Client, maya: User, bruno: User
) -> None:
    table_waiting_for(maya, bruno)
    client.force_login(maya)
    tell("bounced", reject_reason="bounced")
    for path in ("/", "/games/", "/rules/"):
        assert "You’re not getting emails about your games." in client.get(path).content.decode()
    client.post("/account/mails/resume/")
    assert "You’re not getting emails about your games." not in client.get("/").content.decode()
    assert send_at(NOON + 10 * MINUTE) == 1
