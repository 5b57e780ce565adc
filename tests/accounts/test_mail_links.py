"""The links in an account's emails lead to this site, whatever name a request gave it."""

import re
from pathlib import Path

import pytest
from allauth.account.adapter import get_adapter
from allauth.core.context import request_context
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory

from accounts.models import User
from tests.accounts.people import PASSWORD, account, sign_up

pytestmark = pytest.mark.django_db

LINK = re.compile(r"\b\w+://[^\s<>\"]+")
ODD_HOSTS = ("localhost:6666", "127.0.0.1:80", "[::1]:9")
FOREIGN = re.compile(r"6666|127\.0\.0\.1|::1|testserver")
ADDRESS = "192.0.2.1"
"""Of the reader; emails about an account's safety name it."""

WITH_LINKS = {
    "account/email/account_already_exists",
    "account/email/email_confirmation",
    "account/email/email_confirmation_signup",
    "account/email/password_reset_key",
    "account/email/unknown_account",
}
"""What is tried as people have it sent, since allauth makes links for it."""
NOTIFICATIONS = {
    f"{path.parent.relative_to('templates')}/{path.name.removesuffix('_message.txt')}"
    for path in Path("templates").glob("*/email/*_message.txt")
    if path.name != "base_message.txt"
} - WITH_LINKS


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> None:
    cache.clear()


def assert_own_links(message: mail.EmailMessage) -> None:
    written = f"{message.subject}\n{message.body}"
    links = LINK.findall(written)
    assert links, written
    assert all(link.startswith(f"{settings.SITE_URL}/") for link in links), links
    assert not FOREIGN.search(written), written


def stranger(host: str) -> Client:
    return Client(HTTP_HOST=host, REMOTE_ADDR=ADDRESS)


@pytest.mark.parametrize("host", ODD_HOSTS)
def test_what_people_have_sent_leads_to_this_site_alone(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    adapter = type(get_adapter())
    render = adapter.render_mail

    def noted(self: object, prefix: str, *rest: object, **more: object) -> mail.EmailMessage:
        sent.append(prefix)
        message: mail.EmailMessage = render(self, prefix, *rest, **more)
        return message

    monkeypatch.setattr(adapter, "render_mail", noted)
    account("Bruno", "bruno@example.org")
    client = stranger(host)
    sign_up(client)
    client.post("/account/reauthenticate/?next=/account/", {"password": PASSWORD})
    client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    for email in ("bruno@example.org", "nobody@example.org"):
        stranger(host).post("/account/password/reset/", {"email": email})
    form = {"username": "Nadja", "email": "bruno@example.org", "password1": PASSWORD}
    stranger(host).post("/account/signup/", form)
    assert set(sent) == WITH_LINKS
    assert len(mail.outbox) == len(sent)
    for message in mail.outbox:
        assert_own_links(message)


@pytest.mark.parametrize("kind", sorted(NOTIFICATIONS))
def test_every_other_email_of_an_account_does_too(kind: str) -> None:
    user = account()
    for host in ODD_HOSTS:
        request = RequestFactory().get("/", headers={"Host": host}, REMOTE_ADDR=ADDRESS)
        request.user = AnonymousUser()
        with request_context(request):
            get_adapter().send_notification_mail(kind, user)
        assert_own_links(mail.outbox.pop())


@pytest.mark.parametrize("host", ODD_HOSTS)
def test_a_mailed_link_still_does_what_it_is_for(host: str) -> None:
    account("Bruno", "bruno@example.org")
    stranger(host).post("/account/password/reset/", {"email": "bruno@example.org"})
    [link] = [link for link in LINK.findall(str(mail.outbox[0].body)) if "/key/" in link]
    reader = Client()
    form = reader.get(link.removeprefix(settings.SITE_URL), follow=True)
    assert form.status_code == 200
    new = "another tent of cards"
    reader.post(form.redirect_chain[-1][0], {"password1": new})
    assert User.objects.get(username="Bruno").check_password(new)
