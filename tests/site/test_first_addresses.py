"""What machines ask a site for first: robots.txt, favicon.ico, security.txt."""

import re
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import resolve
from pytest_django import Settings

from tests.secrecy.routes import routes

pytestmark = pytest.mark.django_db

ADDRESS = "/.well-known/security.txt"


def test_a_browser_that_looks_for_an_icon_where_they_used_to_be_finds_one(client: Client) -> None:
    with closing(client.get("/favicon.ico")) as answer:
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/x-icon")
        icon = answer.getvalue()
    assert (icon[:4], icon[4]) == (b"\0\0\1\0", 3)
    assert [icon[6 + 16 * number] for number in range(3)] == [16, 32, 48]


def rules_of(client: Client) -> list[tuple[bool, str]]:
    """Whether allowed, and the beginning of which paths."""
    with closing(client.get("/robots.txt")) as answer:
        assert (answer.status_code, answer["Content-Type"]) == (200, 'text/plain; charset="utf-8"')
        text = answer.getvalue().decode()
    assert re.findall("^User-agent: (.*)$", text, re.MULTILINE) == ["*"]
    found = re.findall("^(Allow|Disallow): (/.*)$", text, re.MULTILINE)
    return [(word == "Allow", path) for word, path in found]


def may_ask(rules: list[tuple[bool, str]], path: str) -> bool:
    """As RFC 9309 has it: the longest rule decides."""
    fitting = [
        (len(written), allowed)
        for allowed, written in rules
        if re.match(re.escape(written).replace(r"\*", ".*").replace(r"\$", "$"), path)
    ]
    return max(fitting)[1] if fitting else True


@pytest.mark.parametrize(
    "path", ["/", "/rules/", "/learn/", "/about/", "/contact/", "/games/abc234/replay/"]
)
def test_search_engines_may_show_the_site_its_rules_and_replays(client: Client, path: str) -> None:
    assert may_ask(rules_of(client), path)
    resolve(path)


@pytest.mark.parametrize(
    "path",
    ["/account/", "/account/login/", "/admin/", "/api/v1/records/", "/records/export/", "/stream/"]
    + ["/games/abc234/", "/games/abc234/board/", "/games/abc234/replay/steps/", "/players/Anna/"]
    + ["/invitation/abc/", "/mail/choices/abc/", "/notices/", "/leaderboards/", "/games/open/"],
)
def test_search_engines_are_kept_out_of_what_is_private_or_takes_long(
    client: Client, path: str
) -> None:
    assert not may_ask(rules_of(client), path)
    resolve(path)


def test_robots_txt_names_addresses_that_exist(client: Client) -> None:
    there = [route.path for route in routes()]
    for allowed, written in rules_of(client):
        if not allowed:
            assert any(path.startswith(written) for path in there), written


def lines_of(client: Client) -> dict[str, str]:
    answer = client.get(ADDRESS, headers={"Host": "localhost:6666"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    return dict(line.split(": ", 1) for line in answer.text.splitlines())


@time_machine.travel(datetime(2026, 3, 1, 13, tzinfo=UTC), tick=False)
def test_whoever_finds_a_weakness_is_told_whom_to_write_to(
    client: Client, settings: Settings
) -> None:
    settings.OPERATOR_EMAIL = "people@scout.example"
    assert lines_of(client) == {
        "Contact": "mailto:people@scout.example",
        "Expires": "2026-08-28T00:00:00Z",
        "Preferred-Languages": "en",
        "Canonical": f"http://localhost:8000{ADDRESS}",
        "Policy": "http://localhost:8000/contact/#security",
    }
    assert 'id="security"' in client.get("/contact/").text


@pytest.mark.parametrize("days", [0, 100, 400])
def test_security_txt_is_never_out_of_date_and_names_a_page_without_an_address(
    client: Client, days: int
) -> None:
    now = datetime(2026, 3, 1, 23, 59, tzinfo=UTC) + timedelta(days=days)
    with time_machine.travel(now, tick=False):
        lines = lines_of(client)
    until = datetime.fromisoformat(lines["Expires"])
    assert timedelta(days=100) < until - now < timedelta(days=365)
    assert lines["Contact"] == "http://localhost:8000/contact/"
