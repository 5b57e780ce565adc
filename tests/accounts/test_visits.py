"""A session lasts a year from the last day it was used."""

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User

pytestmark = pytest.mark.django_db
YEAR = 365 * 24 * 3600
MORNING = datetime(2026, 3, 1, 8, tzinfo=UTC)
EVENING = datetime(2026, 3, 1, 20, tzinfo=UTC)
NEXT_DAY = datetime(2026, 3, 2, 8, tzinfo=UTC)


@pytest.fixture
def guest() -> User:
    return User.objects.create_user("guest", is_guest=True)


@pytest.fixture
def client(guest: User) -> Client:
    client = Client()
    with time_machine.travel(MORNING, tick=False):
        client.force_login(guest)
        client.get("/nowhere/")
    return client


def test_a_session_lasts_a_year(client: Client) -> None:
    assert client.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == YEAR


def test_the_first_request_of_a_day_begins_the_year_anew(client: Client, guest: User) -> None:
    with time_machine.travel(NEXT_DAY, tick=False):
        answer = client.get("/nowhere/")
    assert answer.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == YEAR
    guest.refresh_from_db()
    assert guest.last_seen == date(2026, 3, 2)


def test_other_requests_write_nothing(client: Client) -> None:
    with time_machine.travel(EVENING, tick=False), CaptureQueriesContext(connection) as queries:
        answer = client.get("/nowhere/")
    # Those of a union stand in brackets.
    assert {query["sql"].strip("(").split()[0] for query in queries} == {"SELECT"}
    assert settings.SESSION_COOKIE_NAME not in answer.cookies


def test_a_stranger_gets_no_session() -> None:
    assert settings.SESSION_COOKIE_NAME not in Client().get("/nowhere/").cookies
