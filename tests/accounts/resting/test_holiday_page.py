"""The card "Holiday" says what is left, plans days off, calls them off and ends them."""

from datetime import UTC, datetime

import pytest
import time_machine
from bs4 import BeautifulSoup
from django.test import Client

from accounts.models import User
from tests.accounts.people import account, sign_in

pytestmark = pytest.mark.django_db

PAGE = "/account/telling/"
NOVEMBER = datetime(2026, 11, 23, 9, tzinfo=UTC)
TAKEN = "2026-02-01 2026-02-12 Europe/Berlin"


@pytest.fixture
def bruno(client: Client, time_machine: time_machine.TimeMachineFixture) -> User:
    time_machine.move_to(NOVEMBER)
    user = account()
    User.objects.filter(pk=user.pk).update(time_zone="Europe/Berlin")
    sign_in(client, "Bruno")
    return user


def press(client: Client, path: str, **form: str) -> tuple[int, str]:
    """As the page's forms do; the status and the text of the page that follows."""
    answer = client.post(f"{PAGE}holiday/{path}", form, follow=True)
    text = BeautifulSoup(answer.content, "html.parser").get_text()
    return answer.status_code, " ".join(text.split())


def card(client: Client) -> BeautifulSoup:
    found = BeautifulSoup(client.get(PAGE).content, "html.parser")
    section = found.select_one("section[aria-labelledby=holiday]")
    assert section
    return section  # type: ignore[return-value]


def said(client: Client) -> str:
    return " ".join(card(client).get_text().split())


def test_the_card_says_what_is_free_planned_and_taken(client: Client, bruno: User) -> None:
    User.objects.update(holidays=TAKEN)
    press(client, "", first="2026-12-20", last="2026-12-27")
    text = said(client)
    assert "18 of 30 days left in 2026 10 free 8 planned 12 taken" in text
    assert "Sun 20 to Sun 27 December All your clocks stand still." in text
    kinds = [str(each["class"][0]) for each in card(client).select(".stock i")]
    assert kinds == ["free"] * 10 + ["planned"] * 8 + ["taken"] * 12
    assert "2027" not in text


def test_days_of_the_next_year_are_counted_there(client: Client, bruno: User) -> None:
    _status, text = press(client, "", first="2026-12-27", last="2027-01-02")
    assert "Planned: Sun 27 December to Sat 2 January 2027." in text
    assert "30 of 30 days left in 2026 25 free 5 planned 0 taken" in said(client)
    assert "30 of 30 days left in 2027 28 free 2 planned 0 taken" in said(client)


@pytest.mark.parametrize(
    ("first", "last", "sentence"),
    [
        ("2026-11-23", "2026-11-24", "A holiday begins tomorrow at the earliest."),
        ("", "", "Choose the first day and the last."),
        ("tomorrow", "2026-12-01", "Choose the first day and the last."),
        ("9999-12-31", "9999-12-31", "You can plan until 31 December 2027."),
    ],
)
def test_a_refusal_says_why_and_keeps_what_was_typed(
    client: Client, bruno: User, first: str, last: str, sentence: str
) -> None:
    form = {"first": first, "last": last}
    answer = client.post(f"{PAGE}holiday/", form)
    assert answer.status_code == 422
    found = BeautifulSoup(answer.content, "html.parser")
    refusal = found.select_one("details[open] [role=alert]")
    assert refusal
    assert sentence in refusal.get_text()
    typed = [str(each["value"]) for each in found.select("details [type=date]")]
    assert typed == [first or "2026-11-24", last or "2026-11-24"]
    assert User.objects.get(pk=bruno.pk).holidays == ""


def test_a_holiday_to_come_is_called_off_and_one_that_runs_ends_by_a_press(
    client: Client, bruno: User, time_machine: time_machine.TimeMachineFixture
) -> None:
    press(client, "", first="2026-12-20", last="2026-12-27")
    assert card(client).select_one("button[value='2026-12-20']")
    assert "Called off. The days are free again." in press(client, "off/", first="2026-12-20")[1]
    assert "30 free" in said(client)
    press(client, "", first="2026-12-20", last="2026-12-27")
    time_machine.move_to(datetime(2026, 12, 22, 9, tzinfo=UTC))
    sign_in(client, "Bruno")
    assert "It has begun." in press(client, "off/", first="2026-12-20")[1]
    assert "On holiday until 28 Dec." in press(client, "off/", first="2026-12-20")[1]
    assert "I’m back" in said(client)
    assert "Welcome back!" in press(client, "back/")[1]
    assert "27 of 30 days left in 2026 27 free 0 planned 3 taken" in said(client)
    assert "I’m back" not in said(client)
