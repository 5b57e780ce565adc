"""However many press at once: one email to an address, and one guest of it."""

from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.guests.lifetime import new_guest
from accounts.models import User
from tests.accounts.test_guests_addresses import ADDRESS, ask, link_in
from tests.play.test_simultaneous import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def browsers(count: int) -> list[Client]:
    cache.clear()
    found = [Client() for _ in range(count)]
    for each in found:
        each.force_login(new_guest())
    return found


def test_ten_guests_who_type_an_address_at_once_cause_one_email() -> None:
    asking = browsers(10)
    answers = at_once(10, lambda number: ask(asking[number]).status_code)
    assert answers == [302] * 10
    assert [one.to for one in mail.outbox] == [[ADDRESS]]


def test_one_guest_who_presses_ten_times_at_once_gets_one_email_with_a_link_that_works() -> None:
    (browser,) = browsers(1)
    key = browser.cookies["sessionid"].value
    asking = [Client(headers={"cookie": f"sessionid={key}"}) for _ in range(10)]
    at_once(10, lambda number: ask(asking[number]).status_code)
    assert len(mail.outbox) == 1
    Client().post(link_in(mail.outbox[0]))
    assert User.objects.get().email_confirmed


def test_of_guests_who_confirm_an_address_at_once_exactly_one_has_it() -> None:
    asking = browsers(3)
    for day, each in enumerate(asking):
        with time_machine.travel(timezone.now() + timedelta(days=day, minutes=day)):
            ask(each)
    links = [link_in(each) for each in mail.outbox]
    assert len(links) == 3
    with time_machine.travel(timezone.now() + timedelta(days=2, minutes=5)):
        pages = at_once(3, lambda number: Client().post(links[number]).content)
    assert sum(b"your address</h1>" in page for page in pages) == 1
    assert sum(b"You already play here" in page for page in pages) == 2
    assert EmailAddress.objects.filter(email=ADDRESS, verified=True).count() == 1
    assert User.objects.filter(email_confirmed=True).count() == 1
