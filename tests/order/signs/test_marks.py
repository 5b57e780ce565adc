"""Marks of browser and network: what they tell, how cheaply they are kept, how they go."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.sign_in.marks import note_here
from games.models import Mark, MarkKind
from games.tasks import forget_marks
from tests.order.people import player

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def note(user: User, address: str, *, browser: str = FIREFOX, cookie: str = "") -> None:
    request: Any = RequestFactory().get("/", REMOTE_ADDR=address, HTTP_USER_AGENT=browser)
    request.COOKIES[settings.CSRF_COOKIE_NAME] = cookie
    note_here(request, user)


def kinds_alike(one: User, other: User) -> set[str]:
    digests = Mark.objects.filter(user=one).values("digest")
    return set(Mark.objects.filter(user=other, digest__in=digests).values_list("kind", flat=True))


@pytest.mark.parametrize(
    ("address", "other", "alike"),
    [
        ("198.51.100.7", "198.51.100.200", {MarkKind.NETWORK, MarkKind.MACHINE}),
        ("198.51.100.7", "198.51.101.7", set()),
        ("2001:db8:1:2::7", "2001:db8:1:ffff::9", {MarkKind.NETWORK, MarkKind.MACHINE}),
        ("2001:db8:1:2::7", "2001:db8:2:2::7", set()),
        ("::ffff:198.51.100.7", "198.51.100.9", {MarkKind.NETWORK, MarkKind.MACHINE}),
        ("127.0.0.1", "127.0.0.1", set()),
    ],
)
def test_neighbours_in_a_network_have_marks_alike(
    address: str, other: str, alike: set[str]
) -> None:
    maya, bruno = player("Maya"), player("Bruno")
    note(maya, address)
    note(bruno, other)
    assert kinds_alike(maya, bruno) == alike


def test_another_browser_in_the_same_network_shares_the_network_alone() -> None:
    maya, bruno = player("Maya"), player("Bruno")
    note(maya, "198.51.100.7")
    note(bruno, "198.51.100.7", browser="Something else")
    assert kinds_alike(maya, bruno) == {MarkKind.NETWORK}


def test_signing_in_one_after_the_other_in_a_browser_shares_its_mark() -> None:
    browser = Client()
    for name in ("Maya", "Bruno"):
        User.objects.create_user(name, password="a long enough one")
        browser.get("/account/login/")
        browser.post("/account/login/", {"login": name, "password": "a long enough one"})
        browser.get("/")
        browser.post("/account/logout/")
    maya, bruno = User.objects.get(username="Maya"), User.objects.get(username="Bruno")
    assert kinds_alike(maya, bruno) == {MarkKind.BROWSER}


def test_a_mark_holds_neither_address_nor_browser() -> None:
    note(player("Maya"), "198.51.100.7", cookie="c" * 32)
    for row in Mark.objects.values_list():
        assert not {"198.51.100", "Firefox", "cccc"} & {str(value) for value in row}


def test_marks_are_written_with_the_first_request_of_a_day_and_not_again() -> None:
    maya = player("Maya")
    browser = Client(REMOTE_ADDR="198.51.100.7", HTTP_USER_AGENT=FIREFOX)
    browser.force_login(maya)
    browser.get("/rules/")
    marks = Mark.objects.filter(user=maya, kind=MarkKind.NETWORK)
    assert marks.count() == 1
    with CaptureQueriesContext(connection) as asked:
        browser.get("/rules/")
    assert not [each for each in asked if "games_mark" in each["sql"]]
    with time_machine.travel(timezone.now() + timedelta(days=1), tick=False):
        browser.get("/rules/")
        browser.get("/rules/")
    assert marks.count() == 2


def test_marks_go_after_thirty_days() -> None:
    maya = player("Maya")
    with time_machine.travel(timezone.now() - timedelta(days=31), tick=False):
        note(maya, "198.51.100.7")
    with time_machine.travel(timezone.now() - timedelta(days=29), tick=False):
        note(maya, "198.51.100.7")
    forget_marks()
    assert Mark.objects.filter(user=maya).count() == 2
