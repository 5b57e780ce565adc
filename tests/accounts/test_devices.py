"""Devices and webhooks on their page: added, tried, removed, and ended with what made them."""

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from games.models import Destination, HookForm, Way
from games.telling.post.keys import public_key
from tests.accounts.people import PASSWORD, account, sign_in
from tests.pages.page import Page
from tests.telling.post.messages import device_of, hook_of
from tests.telling.post.servers import HOOK_IP, HookServer, LocalNetwork, PushService

pytestmark = pytest.mark.django_db

HOME = "/account/telling/devices/"
ADD = "/account/devices/"
NEW_HOOK = "/account/telling/hooks/new/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def bruno(client: Client) -> User:
    user = account()
    sign_in(client, "Bruno")
    return user


def add_device(
    client: Client, sent: Any, *, origin: str | None = "http://testserver", kind: str = ""
) -> Any:
    """As the browser's script does."""
    headers = {"User-Agent": FIREFOX, **({"Origin": origin} if origin else {})}
    body = sent if isinstance(sent, str) else json.dumps(sent)
    return client.post(ADD, body, content_type=kind or "application/json", headers=headers)


def shown(client: Client) -> Page:
    return Page(client.get(HOME))


def press(client: Client, destination: Destination, what: str) -> Page:
    address = f"/account/telling/{destination.public_id}/{what}/"
    return Page(client.post(address, follow=True))


def test_a_browser_is_added_and_shown_as_here(
    client: Client, bruno: User, push_service: PushService
) -> None:
    answer = add_device(client, push_service.subscribe())
    assert (answer.status_code, answer.json()) == (201, {"name": "Firefox, Linux"})
    device = Destination.objects.get()
    assert (device.user, device.way, device.name) == (bruno, Way.PUSH, "Firefox, Linux")
    assert "Firefox, Linux here" in shown(client).text
    other = Client()
    sign_in(other, "Bruno")
    assert "Firefox, Linux here" not in shown(other).text


def test_a_renewed_subscription_takes_the_place_of_the_old_one(
    client: Client, bruno: User, push_service: PushService
) -> None:
    for _ in range(2):
        last = push_service.subscribe()
        assert add_device(client, last).status_code == 201
    assert Destination.objects.get().address == last["endpoint"]


def test_the_page_holds_the_public_key_and_no_secret(
    client: Client, bruno: User, push_service: PushService, hook_server: HookServer
) -> None:
    device, hook = device_of(bruno, push_service), hook_of(bruno, hook_server.address("/hidden"))
    page = client.get(HOME).content.decode()
    assert f'data-key="{public_key()}"' in page
    assert len(public_key()) == 87
    for secret in (device.address, device.key, device.secret, hook.address, hook.secret):
        assert secret not in page
    assert "no-store" in client.get(HOME)["Cache-Control"]


@pytest.mark.parametrize("key", ["", "put-here-what-the-page-on-operations-says", "AAAA", "ü"])
def test_a_site_without_a_key_offers_no_pushes(
    client: Client, bruno: User, settings: Settings, push_service: PushService, key: str
) -> None:
    device = device_of(bruno, push_service)
    settings.VAPID_PRIVATE_KEY = key
    assert "Firefox can’t be reached at the moment." in press(client, device, "test").text
    device.delete()
    page = shown(client).text
    assert "This site doesn’t send to phones and computers." in page
    assert "Allow it" not in page


def test_a_guest_has_devices_but_no_webhooks(client: Client, push_service: PushService) -> None:
    client.post("/play/")
    assert add_device(client, push_service.subscribe()).status_code == 201
    page = shown(client).text
    assert "Firefox, Linux here" in page
    assert "Webhooks" not in page
    assert client.get(NEW_HOOK).status_code == 302


def test_a_visitor_is_asked_to_sign_in(client: Client, push_service: PushService) -> None:
    assert client.get(HOME).headers["Location"].startswith("/account/login/")
    assert add_device(client, push_service.subscribe()).status_code == 401
    assert not Destination.objects.exists()


@pytest.mark.parametrize(
    "asked", [{"origin": "https://evil.example"}, {"origin": None}, {"kind": "text/plain"}]
)
def test_another_site_can_t_subscribe_anybody(
    bruno: User, push_service: PushService, asked: dict[str, Any]
) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(bruno)
    assert add_device(strict, push_service.subscribe(), **asked).status_code == 403
    assert not Destination.objects.exists()
    assert add_device(strict, push_service.subscribe()).status_code == 201


@pytest.mark.parametrize(
    "sent",
    [
        "{}",
        "[]",
        "null",
        "nonsense",
        "[" * 100_000,
        {"endpoint": 1, "keys": {"p256dh": "a", "auth": "b"}},
        {"endpoint": "https://push.example/\u0000", "keys": {"p256dh": "a", "auth": "b"}},
        {"endpoint": "https://push.example/", "keys": []},
        {"endpoint": "https://push.example/", "keys": {"p256dh": "a"}},
        {"endpoint": "https://push.example/" + "a" * 2000, "keys": {"p256dh": "a", "auth": "b"}},
    ],
)
def test_what_is_no_subscription_is_refused_with_a_sentence(
    client: Client, bruno: User, push_service: PushService, sent: Any
) -> None:
    answer = add_device(client, sent)
    assert answer.status_code == 422
    assert answer.json()["error"].endswith("Please try again.")


def test_a_test_reaches_the_device_and_the_page_says_so(
    client: Client, bruno: User, push_service: PushService
) -> None:
    device = device_of(bruno, push_service)
    page = press(client, device, "test")
    assert "Sent to Firefox. It should be there in a moment." in page.text
    [got] = push_service.received
    assert (got["title"], got["url"]) == ("It works", "http://localhost:8000/games/")


def test_a_test_says_what_went_wrong_in_plain_words(
    client: Client, bruno: User, hook_server: HookServer, internet: LocalNetwork
) -> None:
    hook = hook_of(bruno, hook_server.address())
    hook_server.status = 500
    text = press(client, hook, "test").text
    assert "didn’t take it: the other side answered with the error 500." in text
    assert "Nothing has got through since" in text
    hook_server.status = 200
    text = press(client, hook, "test").text
    assert "Sent to #lantern-street." in text
    assert "Nothing has got through since" not in text
    hook_server.status = 410
    text = press(client, hook, "test").text
    assert "no longer exists, so we switched it off." in text
    assert "we send nothing there" in text


def test_a_test_says_the_same_of_what_is_inside_and_what_is_not_there(
    client: Client, bruno: User, hook_server: HookServer, internet: LocalNetwork
) -> None:
    internet.names["inside.example"] = ["10.0.0.1"]
    internet.ports["10.0.0.1"] = internet.ports[HOOK_IP]
    said = set()
    for host in ("inside.example", "nowhere.example"):
        hook = hook_of(bruno, f"https://{host}/")
        said.update(re.findall("✕ [^.]*can’t be reached[^.]*", press(client, hook, "test").text))
        hook.delete()
    assert len(said) == 1
    assert hook_server.requests == []


def test_a_device_that_is_gone_leaves_the_page_with_a_word(
    client: Client, bruno: User, push_service: PushService
) -> None:
    device = device_of(bruno, push_service)
    push_service.status = 410
    assert "so we removed it" in press(client, device, "test").text
    assert not Destination.objects.exists()


def test_an_own_destination_is_removed_and_switched_on_by_a_press(
    client: Client, bruno: User, push_service: PushService, hook_server: HookServer
) -> None:
    device, hook = device_of(bruno, push_service), hook_of(bruno, hook_server.address())
    Destination.objects.update(off_since=datetime(2026, 3, 1, tzinfo=UTC))
    page = press(client, hook, "on")
    assert "Switched on again: #lantern-street" in page.text
    hook.refresh_from_db()
    assert hook.off_since is None
    assert "Removed: Firefox" in press(client, device, "remove").text
    assert list(Destination.objects.all()) == [hook]


@pytest.mark.parametrize("what", ["test", "on", "remove"])
def test_another_s_destination_is_not_there(
    client: Client, bruno: User, hook_server: HookServer, what: str
) -> None:
    hook = hook_of(account("Maya", "maya@example.org"), hook_server.address())
    address = f"/account/telling/{hook.public_id}/{what}/"
    assert client.post(address).status_code == 404
    assert client.get(address).status_code == 405
    assert Destination.objects.filter(pk=hook.pk).exists()
    assert hook_server.requests == []


def test_a_webhook_for_a_program_shows_its_secret_once(
    client: Client, bruno: User, hook_server: HookServer
) -> None:
    sent = {"form": "json", "name": "My lamp", "address": hook_server.address()}
    answer = client.post(NEW_HOOK, sent)
    hook = Destination.objects.get()
    assert (hook.user, hook.form, hook.name) == (bruno, HookForm.JSON, "My lamp")
    assert hook.secret.startswith("whsec_")
    assert hook.secret in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert hook.secret not in client.get(HOME).content.decode()


def test_a_webhook_on_discord_needs_no_secret(
    client: Client, bruno: User, hook_server: HookServer
) -> None:
    sent = {"form": "discord", "name": "#lantern-street", "address": hook_server.address()}
    page = Page(client.post(NEW_HOOK, sent, follow=True))
    assert "Added: #lantern-street" in page.text
    press(client, Destination.objects.get(), "test")
    assert hook_server.received[0]["content"].startswith("**It works**\n")


@pytest.mark.parametrize(
    ("sent", "refusal"),
    [
        ({"name": ""}, "Please fill this in."),
        ({"address": "http://hooks.example/"}, "It has to begin with https://"),
        ({"address": "https://localhost/"}, "It has to begin with https://"),
        ({"address": "https://unknown.example/"}, "It has to begin with https://"),
        ({"form": "pigeon"}, "Select a valid choice"),
    ],
)
def test_a_webhook_that_can_t_be_is_refused_beside_its_field(
    client: Client, bruno: User, hook_server: HookServer, sent: dict[str, str], refusal: str
) -> None:
    form = {"form": "json", "name": "x", "address": hook_server.address(), **sent}
    assert refusal in Page(client.post(NEW_HOOK, form)).text
    assert not Destination.objects.exists()


def test_however_many_there_are_the_page_asks_as_often(
    client: Client,
    bruno: User,
    push_service: PushService,
    hook_server: HookServer,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    device_of(bruno, push_service)
    client.get(HOME)
    with django_assert_max_num_queries(100) as few:
        client.get(HOME)
    for number in range(4):
        device_of(bruno, push_service)
        hook_of(bruno, hook_server.address(f"/{number}"))
    with django_assert_max_num_queries(len(few)):
        client.get(HOME)


@pytest.mark.usefixtures("limits_count")
def test_tests_are_limited(
    client: Client, bruno: User, hook_server: HookServer, settings: Settings
) -> None:
    settings.PAGE_LIMITS = {**settings.PAGE_LIMITS, "destinations": "2/h"}
    hook = hook_of(bruno, hook_server.address())
    address = f"/account/telling/{hook.public_id}/test/"
    assert [client.post(address).status_code for _ in range(3)] == [302, 302, 429]
    assert len(hook_server.requests) == 2


def test_signing_out_ends_what_this_browser_is_told(
    client: Client, bruno: User, push_service: PushService
) -> None:
    other = Client()
    sign_in(other, "Bruno")
    for browser in (client, other):
        add_device(browser, push_service.subscribe())
    client.post("/account/logout/")
    [left] = Destination.objects.all()
    assert str(left.public_id) == other.session["device"]


def test_signing_out_everywhere_else_ends_what_they_are_told(
    client: Client, bruno: User, push_service: PushService
) -> None:
    other = Client()
    sign_in(other, "Bruno")
    for browser in (client, other):
        add_device(browser, push_service.subscribe())
    client.post("/account/sessions/")
    [left] = Destination.objects.all()
    assert str(left.public_id) == client.session["device"]


def test_a_password_reset_ends_devices_and_switches_webhooks_off(
    client: Client, bruno: User, push_service: PushService, hook_server: HookServer
) -> None:
    add_device(client, push_service.subscribe())
    hook = hook_of(bruno, hook_server.address())
    mine = Client()
    mine.post("/account/password/reset/", {"email": "bruno@example.org"})
    link = re.search(r"http://[^/]+(/account/password/reset/key/\S+)", str(mail.outbox[-1].body))
    assert link
    page = mine.get(link[1], follow=True)
    mine.post(page.redirect_chain[-1][0], {"password1": "quite another sentence"})
    [left] = Destination.objects.all()
    assert left == hook
    assert left.off_since is not None
    assert "its webhooks are switched off" in str(mail.outbox[-1].body)


def test_a_changed_password_keeps_this_browser_s_device(
    client: Client, bruno: User, push_service: PushService
) -> None:
    client.post("/account/reauthenticate/?next=/account/", {"password": PASSWORD})
    add_device(client, push_service.subscribe())
    key = client.session.session_key
    form = {"oldpassword": PASSWORD, "password1": "quite another sentence"}
    assert client.post("/account/password/change/", form).status_code == 302
    assert client.session.session_key != key
    assert Destination.objects.count() == 1
    assert "Firefox, Linux here" in shown(client).text


def test_a_guest_who_signs_in_keeps_the_device(client: Client, push_service: PushService) -> None:
    bruno = account()
    client.post("/play/")
    add_device(client, push_service.subscribe())
    sign_in(client, "Bruno")
    assert Destination.objects.get().user == bruno
    assert "Firefox, Linux here" in shown(client).text


def test_own_data_tells_of_devices_and_webhooks_without_their_secrets(
    client: Client, bruno: User, push_service: PushService, hook_server: HookServer
) -> None:
    device, hook = device_of(bruno, push_service), hook_of(bruno, hook_server.address("/hidden"))
    text = client.get("/account/data/").content.decode()
    told = json.loads(text)
    assert [(each["name"], each["host"]) for each in told["devices"]] == [
        ("Firefox", "push.example")
    ]
    assert [(each["name"], each["host"], each["takes"]) for each in told["webhooks"]] == [
        ("#lantern-street", "hooks.example", "json")
    ]
    assert told["webhooks"][0]["since"].startswith("2026-11-18T12:00")
    for secret in (device.address, device.key, device.secret, hook.address, hook.secret):
        assert secret not in text
