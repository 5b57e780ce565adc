"""Apps are registered, changed and deleted by their makers, within rules."""

import json

import pytest
from django.test import Client

from accounts.apps_let_in.models import App
from accounts.apps_let_in.views import MOST_APPS
from accounts.models import User
from tests.accounts.apps.client import BACK, player, register
from tests.accounts.people import account, sign_in

pytestmark = pytest.mark.django_db

FORM = {
    "name": "Turns on a watch",
    "purpose": "Shows your turns on your watch.",
    "home_page": "https://watch.example/",
    "redirect_uris": f"{BACK}\nhttp://127.0.0.1/callback",
}


@pytest.fixture
def maya() -> Client:
    return player("Maya", "maya@example.org")


def test_an_app_is_registered_changed_and_deleted(maya: Client) -> None:
    assert "Register an app" in maya.get("/account/apps/").text
    answer = maya.post("/account/apps/new/", FORM)
    app = App.objects.get()
    address = f"/account/apps/{app.client_id}/"
    assert answer["Location"] == address
    assert (app.client_type, app.authorization_grant_type) == ("public", "authorization-code")
    assert (app.client_secret, app.redirect_uris.split()) == (
        "",
        [BACK, "http://127.0.0.1/callback"],
    )
    page = maya.get(address).text
    assert app.client_id in page
    assert f"{BACK}\nhttp://127.0.0.1/callback" in page
    assert maya.post(address, {**FORM, "purpose": "Rings when you are to act."}).status_code == 302
    assert "Rings when you are to act." in maya.get("/account/apps/").text
    (told,) = json.loads(maya.get("/account/data/").content)["own_apps"]
    assert (told["name"], told["client_id"]) == ("Turns on a watch", app.client_id)
    assert "Delete “<bdi>Turns on a watch</bdi>”?" in maya.get(f"{address}delete/").text
    assert App.objects.exists()
    maya.post(f"{address}delete/")
    assert not App.objects.exists()


NOT_A_NAME = (
    *("Next Act", "N\u0435xt Act", "NextAct Companion", "Next-Act 2", "Admin helper"),
    *("Mod tool", "5upport", "x", "", "a" * 41, "\u200b\u200b\u200b", "Watch <b>", "Pip"),
    "W\u0430tch",
)


def test_no_app_passes_for_the_site_its_staff_or_its_bots(maya: Client) -> None:
    for name in NOT_A_NAME:
        answer = maya.post("/account/apps/new/", {**FORM, "name": name})
        assert answer.status_code == 200, name
        assert answer.context["form"].errors.keys() == {"name"}, name
    assert not App.objects.exists()


def test_no_app_passes_for_another(maya: Client) -> None:
    register(User.objects.get(), "Turns on a watch")
    other = player()
    for name in ("Turns on a watch", "turns  on a WATCH", "Turns on a w\u0430tch"):
        assert other.post("/account/apps/new/", {**FORM, "name": name}).status_code == 200
    assert App.objects.count() == 1
    own = f"/account/apps/{App.objects.get().client_id}/"
    assert maya.post(own, {**FORM, "name": "Turns on a Watch"}).status_code == 302


NOT_AN_ADDRESS = (
    "http://watch.example/back",
    "http://127.0.0.1.evil.example/back",
    "http://localhost.example/back",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "watch:/back",
    "https://",
    "https:/watch.example",
    "https://*.watch.example/back",
    "https://me@watch.example/back",
    "https://watch.example/back#part",
    "https://watch.example/back#",
    "https://watch.example:99999999/back",
    "https://[watch.example/back",
    "https://w\u0430tch.example/back",
    "com.example.watch:",
    f"https://watch.example/{'a' * 300}",
    "nonsense",
    "\n".join(f"https://watch.example/{number}" for number in range(6)),
    "",
)
AN_ADDRESS = (
    "https://watch.example/back?from=scout",
    "https://watch.example:8443/back",
    "http://127.0.0.1/back",
    "http://[::1]/back",
    "http://localhost:3000/",
    "com.example.watch:/back",
    "com.example.watch://back",
)


def test_players_are_sent_back_to_no_such_address(maya: Client) -> None:
    for address in NOT_AN_ADDRESS:
        answer = maya.post("/account/apps/new/", {**FORM, "redirect_uris": address})
        assert answer.status_code == 200, address
        assert answer.context["form"].errors.keys() == {"redirect_uris"}, address
    assert not App.objects.exists()


def test_players_can_be_sent_back_to_these(maya: Client) -> None:
    app = register(User.objects.get())
    for address in AN_ADDRESS:
        form = {**FORM, "redirect_uris": address}
        answer = maya.post(f"/account/apps/{app.client_id}/", form)
        assert answer.status_code == 302, answer.context["form"].errors
        app.refresh_from_db()
        assert app.redirect_uri_allowed(address)


def test_a_home_page_is_safe(maya: Client) -> None:
    for wrong in ("http://watch.example/", "javascript:alert(1)", "nonsense"):
        answer = maya.post("/account/apps/new/", {**FORM, "home_page": wrong})
        assert answer.context["form"].errors.keys() == {"home_page"}, wrong
    assert maya.post("/account/apps/new/", {**FORM, "home_page": ""}).status_code == 302


def test_nobody_touches_the_app_of_another(maya: Client) -> None:
    app = register(account("Anna", "anna@example.org"))
    for path in ("", "delete/"):
        address = f"/account/apps/{app.client_id}/{path}"
        assert maya.get(address).status_code == 404
        assert maya.post(address, FORM).status_code == 404
    assert App.objects.get().name == "Turns on a watch"


def test_registering_asks_who_it_is_once_more_and_guests_for_an_account() -> None:
    account()
    client = Client()
    sign_in(client, "Bruno")
    assert "/reauthenticate/" in client.get("/account/apps/new/")["Location"]
    guest = Client()
    guest.post("/play/", {"bots": "1"})
    assert "/account/signup/" in guest.get("/account/apps/")["Location"]


def test_there_are_apps_enough_at_some_point(maya: Client) -> None:
    maker = User.objects.get()
    for number in range(MOST_APPS):
        register(maker, f"App {number}")
    answer = maya.post("/account/apps/new/", FORM)
    assert "as many apps as an account can have" in answer.text
    assert App.objects.count() == MOST_APPS


def test_administrators_find_an_app_and_delete_it(maya: Client) -> None:
    app = register(User.objects.get())
    boss = Client()
    boss.force_login(
        User.objects.create_superuser("boss", "boss@scout.example", "x"),
        "accounts.backends.AccountBackend",
    )
    assert "Turns on a watch" in boss.get("/admin/accounts/app/").text
    page = boss.get(f"/admin/accounts/app/{app.pk}/change/").text
    assert BACK in page
    boss.post(f"/admin/accounts/app/{app.pk}/delete/", {"post": "yes"})
    assert not App.objects.exists()
