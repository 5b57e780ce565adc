"""Without a mail server a local site keeps its emails for a page."""

from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives, send_mail
from django.test import Client
from pytest_django import Settings

from scoutsite import kept_mails
from scoutsite.kept_mails import KEPT


@pytest.fixture(autouse=True)
def _kept(settings: Settings, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND = "scoutsite.kept_mails.EmailBackend"
    settings.KEPT_MAILS_DIR = tmp_path / "mails"


def write(subject: str = "Confirm your address", to: str = "maya@example.org") -> None:
    send_mail(subject, "Here: http://localhost:8000/confirm/1/", None, [to])


@pytest.mark.django_db
def test_mails_are_on_the_page_the_latest_first_with_links_to_press(client: Client) -> None:
    write("The first")
    write("The second")
    page = client.get("/developer/mails/").content.decode()
    assert page.index("The second") < page.index("The first")
    assert '<a href="http://localhost:8000/confirm/1/"' in page


@pytest.mark.django_db
def test_the_html_part_is_drawn_by_itself_and_may_do_nothing(client: Client) -> None:
    mail = EmailMultiAlternatives("Subject", "Text", None, ["maya@example.org"])
    mail.attach_alternative("<p style='color:red'>You’re on</p>", "text/html")
    mail.send()
    name = kept_mails.kept_mails()[0].name
    answer = client.get(f"/developer/mails/{name}/")
    assert "You’re on" in answer.content.decode()
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "script-src" not in policy
    assert client.get("/developer/mails/0-0/").status_code == 404


@pytest.mark.django_db
def test_nobody_from_elsewhere_sees_the_page(client: Client) -> None:
    write()
    for address in ("192.0.2.7", "::ffff:192.0.2.7", ""):
        assert client.get("/developer/mails/", REMOTE_ADDR=address).status_code == 404


@pytest.mark.django_db
def test_there_is_no_such_page_where_mails_are_sent(client: Client, settings: Settings) -> None:
    settings.MAILS_ARE_KEPT = False
    assert client.get("/developer/mails/").status_code == 404


def test_only_the_latest_are_kept() -> None:
    for number in range(KEPT + 3):
        write(f"Mail {number}")
    found = kept_mails.kept_mails()
    assert len(found) == KEPT
    assert found[0].subject == f"Mail {KEPT + 2}"
