"""A user who presses too often is told to wait, and loses nothing."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from allauth.account import app_settings
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings
from redis.exceptions import ConnectionError as RedisConnectionError

from games.models import ChatMessage, Game
from games.people.addresses import address_of
from scoutsite import limits
from scoutsite.limits import limit_of
from tests.pages.page import Page

pytestmark = pytest.mark.django_db

User = get_user_model()
EMAIL = "scoutsite.limits.email_of"


@pytest.fixture(autouse=True)
def _low_limits(settings: Settings) -> Iterator[None]:
    """Two of everything an hour, while no time passes."""
    cache.clear()
    settings.RATELIMIT_ENABLE = True
    settings.PAGE_LIMITS = dict.fromkeys(settings.PAGE_LIMITS, "2/h")
    settings.GUESTS_OF_AN_ADDRESS = "3/h"
    with time_machine.travel(datetime(2026, 3, 1, 12, tzinfo=UTC), tick=False):
        yield
    cache.clear()


@pytest.fixture
def table(client: Client) -> str:
    """A game in which this browser has a seat."""
    return str(client.post("/play/").headers["Location"])


def test_a_press_too_many_gets_a_sentence_and_the_time_to_wait(client: Client, table: str) -> None:
    answers = [client.post(f"{table}chat/", {"text": "Hello"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert 1 <= int(answers[2]["Retry-After"]) <= 3600
    page = Page(answers[2])
    assert page.headings == ["Too many attempts"]
    assert "That was a lot at once. Try again in " in page.text
    assert "Nothing is lost." in page.text


def test_what_was_refused_can_be_sent_again_with_one_press(
    client: Client, table: str, settings: Settings
) -> None:
    for text in ("One", "Two", "Three <b>"):
        answer = client.post(f"{table}chat/", {"text": text})
    again = Page(answer)
    assert '<input type="hidden" name="text" value="Three &lt;b&gt;">' in answer.content.decode()
    assert f'action="{table}chat/"' in answer.content.decode()
    assert ChatMessage.objects.count() == 2
    assert "Try again" in again.text
    settings.RATELIMIT_ENABLE = False
    client.post(f"{table}chat/", {"text": "Three <b>"})
    assert ChatMessage.objects.last().text == "Three <b>"  # type: ignore[union-attr]


def test_a_script_gets_the_sentence_alone(client: Client, table: str) -> None:
    for _ in range(3):
        answer = client.post(f"{table}move/", {"action": "look"}, headers={"HX-Request": "true"})
    assert answer.status_code == 429
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode().startswith("That was a lot at once.")


def test_each_kind_of_press_counts_by_itself_and_looking_not_at_all(
    client: Client, table: str
) -> None:
    for _ in range(3):
        client.post(f"{table}chat/", {"text": "Hello"})
    assert client.post(f"{table}move/", {"action": "look"}).status_code == 200
    assert [client.get(table).status_code for _ in range(4)] == [200] * 4


def test_one_player_s_haste_does_not_hold_up_another(client: Client, table: str) -> None:
    for _ in range(3):
        client.post(f"{table}chat/", {"text": "Hello"})
    other = Client()
    assert other.post("/play/").status_code == 302


def test_what_takes_seconds_to_read_is_limited_too(client: Client) -> None:
    client.force_login(User.objects.create_user("anna"))
    statuses = [client.get("/records/export/").status_code for _ in range(3)]
    assert (statuses[0], statuses[2]) == (200, 429)


def test_guests_of_one_address_are_limited(settings: Settings) -> None:
    settings.PAGE_LIMITS = dict.fromkeys(settings.PAGE_LIMITS, "100/h")
    statuses = [Client().post("/play/").status_code for _ in range(4)]
    assert statuses == [302, 302, 302, 429]
    assert User.objects.filter(is_guest=True).count() == Game.objects.count() == 3
    # A user with a session goes on, and so does another address.
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    assert elsewhere.post("/play/").status_code == 302


def test_an_address_is_the_one_the_proxy_saw(settings: Settings) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    settings.PAGE_LIMITS = dict.fromkeys(settings.PAGE_LIMITS, "100/h")

    def of(forwarded: str) -> int:
        return Client().post("/play/", headers={"X-Forwarded-For": forwarded}).status_code

    # The part that a visitor writes in front of it is ignored.
    assert [of(f"198.51.100.{n}, 203.0.113.1") for n in range(4)] == [302, 302, 302, 429]
    assert of("203.0.113.1, 203.0.113.2") == 302


def test_addresses_of_the_old_kind_count_apart_however_the_server_writes_them(
    settings: Settings,
) -> None:
    settings.PAGE_LIMITS = dict.fromkeys(settings.PAGE_LIMITS, "100/h")

    def of(address: str) -> int:
        return Client(REMOTE_ADDR=address).post("/play/").status_code

    assert [of("::ffff:203.0.113.1") for _ in range(3)] == [302] * 3
    assert of("203.0.113.1") == 429
    assert of("::ffff:203.0.113.2") == 302


def test_a_port_behind_an_address_makes_no_other_address(settings: Settings) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    request = RequestFactory().get("/", headers={"X-Forwarded-For": "a, [2001:db8::1]:443"})
    assert address_of(request) == "2001:db8::/64"
    request = RequestFactory().get("/", headers={"X-Forwarded-For": "198.51.100.1:4711"})
    assert address_of(request) == "198.51.100.1"


def test_a_press_with_a_wrong_token_counts_for_nobody() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert [strict.post("/play/").status_code for _ in range(4)] == [403] * 4
    assert Client().post("/play/").status_code == 302


def test_a_password_is_never_written_into_the_page(client: Client) -> None:
    for _ in range(3):
        answer = client.post("/account/login/", {"login": "Anna", "password": "a secret"})
    assert answer.status_code == 429
    assert "a secret" not in answer.content.decode()


@pytest.mark.parametrize(
    ("path", "limit", "presses", "seconds"),
    [
        ("/account/signup/", ("sign up", "ip", "3/h"), 3, 3600),
        ("/account/login/", ("sign in", "ip", "30/m"), 30, 60),
        ("/account/password/reset/", ("forgotten password", EMAIL, "2/2h"), 2, 7200),
    ],
)
def test_who_must_rest_from_signing_in_and_up_is_told_for_how_long(
    client: Client,
    settings: Settings,
    path: str,
    limit: tuple[str, str, str],
    presses: int,
    seconds: int,
) -> None:
    settings.PAGE_LIMITS = dict.fromkeys(settings.PAGE_LIMITS, "100/h")
    name, *rate = limit
    settings.ACCOUNT_PAGE_LIMITS = {name: [("ip", "1000/d"), rate]}
    form = {"email": " Anna@example.org "}
    with time_machine.travel(datetime(2026, 3, 1, 13, tzinfo=UTC), tick=False) as clock:
        for _ in range(presses):
            assert client.post(path, form).status_code in (200, 302)
        answer = client.post(path, form)
        wait = int(answer["Retry-After"])
        assert (answer.status_code, 1 <= wait <= seconds) == (429, True)
        how_long = f"{wait} second" if wait <= 90 else f"{-(-wait // 60)} minutes"
        assert f"Too many attempts. Try again in {how_long}" in answer.content.decode()
        clock.shift(wait - 1)
        assert client.post(path, form).status_code == 429
        clock.shift(1)
        assert client.post(path, form).status_code in (200, 302)


def test_mails_to_one_address_do_not_hold_up_another(client: Client, settings: Settings) -> None:
    settings.PAGE_LIMITS = dict.fromkeys(settings.PAGE_LIMITS, "100/h")
    settings.ACCOUNT_PAGE_LIMITS = {"forgotten password": [(EMAIL, "1/h")]}

    def ask(email: str) -> int:
        return client.post("/account/password/reset/", {"email": email}).status_code

    assert [ask("anna@example.org"), ask("Anna@Example.org ")] == [302, 429]
    assert ask("bruno@example.org") == 302


def test_every_limit_of_the_account_pages_is_counted_here_or_known_to_be_by_allauth(
    settings: Settings,
) -> None:
    views = {*names(get_resolver().url_patterns)}
    assert views >= limits._ACCOUNT_PAGES.keys()
    assert {*limits._ACCOUNT_PAGES.values()} == settings.ACCOUNT_PAGE_LIMITS.keys()
    kept = {action for action, rates in app_settings.RATE_LIMITS.items() if rates}
    assert kept == {
        *("mail", "request_login_code", "login_failed", "confirm_email"),
        # Nobody has a phone here.
        *("change_phone", "verify_phone"),
    }


def test_programs_open_as_many_games_as_pages_together_with_them(client: Client) -> None:
    anna = User.objects.create_user("anna")
    client.force_login(anna)
    assert client.post("/play/").status_code == 302

    def open_game() -> int:
        body = {"players": 2, "bots": ["easy"]}
        answer = client.post("/api/v1/games/", body, content_type="application/json")
        if answer.status_code == 429:
            assert answer.json()["code"] == "too_many_requests"
            assert 1 <= int(answer["Retry-After"]) <= 3600
        return int(answer.status_code)

    assert [open_game() for _ in range(2)] == [201, 429]
    assert Game.objects.count() == 2
    game = Game.objects.latest("pk")
    address = f"/api/v1/games/{game.public_id}"
    assert client.get(f"{address}/").status_code == 200
    again = client.post(f"{address}/rematch/", {}, content_type="application/json")
    assert again.status_code == 429
    # Joining counts like any other press.
    joins = [client.post(f"{address}/join/", {}, content_type="application/json") for _ in range(3)]
    assert [answer.status_code for answer in joins] == [200, 200, 429]


def test_programs_are_not_limited_where_limits_are_off(client: Client, settings: Settings) -> None:
    settings.RATELIMIT_ENABLE = False
    client.force_login(User.objects.create_user("anna"))
    for _ in range(4):
        body = {"players": 2, "bots": ["easy"]}
        answer = client.post("/api/v1/games/", body, content_type="application/json")
        assert answer.status_code == 201


def test_while_nothing_can_count_everything_passes(
    client: Client, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: object, **options: object) -> None:
        raise RedisConnectionError

    monkeypatch.setattr("scoutsite.limits.get_usage", away)
    answers = [client.post(f"{table}chat/", {"text": "Hello"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302] * 4
    with pytest.raises(RedisConnectionError):
        client.post("/account/login/", {"login": "Anna", "password": "a guess"})


def names(patterns: list[URLPattern | URLResolver], space: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from names(pattern.url_patterns, inner)
        elif pattern.name:
            yield f"{space}{pattern.name}"


def test_every_page_that_can_be_pressed_has_a_limit(settings: Settings) -> None:
    found = {name: limit_of(name) for name in names(get_resolver().url_patterns)}
    assert {limit for limit in found.values() if limit} <= settings.PAGE_LIMITS.keys()
    without = {name.split(":")[0] for name, limit in found.items() if limit is None}
    assert without == {"admin", "api"}
    # An existing page uses each limit with a name of its own.
    assert set(settings.PAGE_LIMITS) - {"reports"} <= set(found.values())
