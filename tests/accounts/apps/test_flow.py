"""An app is let in, acts within its limits, renews its token and is shut out."""

import json
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from oauth2_provider.models import AccessToken, Grant, RefreshToken
from oauth2_provider.oauth2_validators import OAuth2Validator

from accounts.apps_let_in.models import App, LetIn
from accounts.deletion import delete_account
from accounts.models import User
from accounts.tasks import remove_idle_guests
from accounts.tokens.making import make_token
from games.api.limits import AccountLimit
from tests.accounts.apps.client import (
    BACK,
    allowed,
    call,
    consent_address,
    exchange,
    player,
    register,
    renew,
    tokens_for,
    told,
)
from tests.accounts.people import PASSWORD, account
from tests.accounts.pointing import texts

pytestmark = pytest.mark.django_db


@pytest.fixture
def bruno() -> Client:
    return player()


@pytest.fixture
def app() -> App:
    return register(account("Maya", "maya@example.org"))


def test_a_player_lets_an_app_in_and_it_plays(bruno: Client, app: App) -> None:
    page = bruno.get(consent_address(app))
    text = " ".join(page.text.split())
    assert "Let “<bdi>Turns on a watch</bdi>” in?" in text
    assert "made by the player <bdi>Maya</bdi>" in text
    assert "As <bdi>Bruno</bdi> it can:" in text
    assert "Open games, sit down, play" in text
    assert "the site https://watch.example" in text
    answer = bruno.post(consent_address(app), {"allow": "yes"})
    assert answer["Location"].startswith(f"{BACK}?")
    back = told(answer["Location"])
    assert back.keys() == {"code", "state", "iss"}
    assert (back["state"], back["iss"]) == ("a-state", "http://testserver")
    status, tokens = exchange(app, back["code"])
    assert (status, tokens["token_type"], tokens["scope"]) == (200, "Bearer", "play")
    assert tokens["expires_in"] == 3600
    me = call(tokens["access_token"]).body
    assert (me["username"], me["scope"], me["app"]) == ("Bruno", "play", "Turns on a watch")
    terms = {"players": 2, "bots": ["pip"]}
    assert call(tokens["access_token"], "/games/", "POST", terms).status == 201
    again = renew(app, tokens["refresh_token"])
    assert again.status == 200
    assert call(again.body["access_token"]).status == 200
    assert call(tokens["access_token"]).status == 401


def test_refusing_tells_the_app_so_and_gives_it_nothing(bruno: Client, app: App) -> None:
    answer = bruno.post(consent_address(app), {"refuse": "yes"})
    assert answer["Location"].startswith(f"{BACK}?")
    assert told(answer["Location"]) == {"error": "access_denied", "state": "a-state"}
    assert not LetIn.objects.exists()
    assert not Grant.objects.exists()


def test_an_app_that_may_read_changes_nothing(bruno: Client, app: App) -> None:
    page = bruno.get(consent_address(app, scope="read")).text
    assert "Open games, sit down" not in page
    for scope in ("read", None):
        tokens = tokens_for(bruno, app, scope=scope)
        assert tokens["scope"] == "read"
        refusal = call(tokens["access_token"], "/games/", "POST", {"players": 2})
        assert (refusal.status, refusal.body["code"]) == (403, "forbidden")


def test_an_app_sees_what_a_token_of_the_player_sees_and_no_more(bruno: Client, app: App) -> None:
    theirs = tokens_for(bruno, app)["access_token"]
    own = make_token(user=User.objects.get(username="Bruno"), name="own", scope="play").secret
    game = call(own, "/games/", "POST", {"players": 3, "bots": ["pip", "otto"]}).body
    anna = account("Anna", "anna@example.org")
    closed = call(
        make_token(user=anna, name="own", scope="play").secret, "/games/", "POST", {"players": 3}
    ).body
    for path in (f"/games/{game['id']}/", f"/games/{closed['id']}/", "/games/", "/friends/"):
        assert call(theirs, path) == call(own, path), path


def test_people_s_rated_tables_stay_closed_to_apps(bruno: Client, app: App) -> None:
    User.objects.filter(username="Bruno").update(
        email_confirmed=True, address_confirmed_at=timezone.now() - timedelta(days=9)
    )
    token = tokens_for(bruno, app)["access_token"]
    refusal = call(token, "/games/", "POST", {"players": 3, "rated": True, "open": True})
    assert (refusal.status, refusal.body["code"]) == (403, "programs_not_rated")


def test_the_page_of_apps_tells_of_them_and_shuts_them_out(bruno: Client, app: App) -> None:
    tokens = tokens_for(bruno, app)
    page = bruno.get("/account/apps/").text
    assert "Turns on a watch" in page
    assert "not yet" in page
    call(tokens["access_token"])
    assert "from 127.0.0.1" in bruno.get("/account/apps/").text
    assert "/account/apps/" in bruno.get("/account/").text
    own = json.loads(bruno.get("/account/data/").content)["apps_let_in"]
    assert [(each["name"], each["may"]) for each in own] == [("Turns on a watch", "play")]
    address = f"/account/apps/{app.client_id}/shut-out/"
    assert "Shut “<bdi>Turns on a watch</bdi>” out?" in bruno.get(address).text
    assert call(tokens["access_token"]).status == 200
    bruno.post(address)
    refusal = call(tokens["access_token"])
    assert (refusal.status, refusal.body["code"]) == (401, "bad_token")
    assert renew(app, tokens["refresh_token"]).body["error"] == "invalid_grant"
    assert "is shut out" in bruno.get("/account/apps/").text
    assert "Turns on a watch" not in bruno.get("/account/apps/").text
    assert bruno.get(address).status_code == 404


def test_one_player_s_apps_are_not_another_s(bruno: Client, app: App) -> None:
    token = tokens_for(bruno, app)["access_token"]
    other = player("Anna", "anna@example.org")
    assert "Turns on a watch" not in other.get("/account/apps/").text
    assert other.post(f"/account/apps/{app.client_id}/shut-out/").status_code == 404
    assert call(token).status == 200


def test_no_token_and_no_code_is_kept_in_clear(bruno: Client, app: App) -> None:
    code = allowed(bruno, app)
    assert all(code not in text for _place, text in texts())
    tokens = exchange(app, code).body
    for secret in (tokens["access_token"], tokens["refresh_token"]):
        assert all(secret not in text for _place, text in texts())
    assert [row.token for row in (*AccessToken.objects.all(), *RefreshToken.objects.all())] == [
        "",
        "",
    ]


def test_a_token_lasts_an_hour_and_can_be_renewed_for_two_months(bruno: Client, app: App) -> None:
    now = timezone.now()
    with time_machine.travel(now, tick=False) as clock:
        tokens = tokens_for(bruno, app)
        clock.move_to(now + timedelta(minutes=59))
        assert call(tokens["access_token"]).status == 200
        clock.move_to(now + timedelta(minutes=60))
        refusal = call(tokens["access_token"])
        assert (refusal.status, refusal.body["code"]) == (401, "bad_token")
        assert refusal.body["error"] == "This token has expired. Renew it."
        clock.move_to(now + timedelta(days=60))
        remove_idle_guests()
        tokens = renew(app, tokens["refresh_token"]).body
        clock.move_to(now + timedelta(days=121))
        assert renew(app, tokens["refresh_token"]).body["error"] == "invalid_grant"
        assert "Turns on a watch" not in bruno.get("/account/apps/").text
        remove_idle_guests()
    assert not RefreshToken.objects.filter(revoked__isnull=True).exists()
    assert not AccessToken.objects.exists()
    assert not LetIn.objects.exists()


def test_an_app_forgets_its_token_by_itself(bruno: Client, app: App) -> None:
    tokens = tokens_for(bruno, app)
    form = {"token": tokens["refresh_token"], "client_id": app.client_id}
    answer = Client(enforce_csrf_checks=True).post("/oauth/revoke/", form)
    assert answer.status_code == 200
    assert call(tokens["access_token"]).status == 401
    assert renew(app, tokens["refresh_token"]).status == 400
    assert "Turns on a watch" not in bruno.get("/account/apps/").text


@pytest.mark.parametrize("ending", ["closed", "deleted", "password", "maker", "app"])
def test_tokens_end_with_what_they_hang_on(bruno: Client, app: App, ending: str) -> None:
    tokens = tokens_for(bruno, app)
    user = User.objects.get(username="Bruno")
    match ending:
        case "closed":
            User.objects.filter(pk=user.pk).update(is_active=False)
        case "deleted":
            delete_account(user=user)
        case "password":
            page = bruno.get("/account/password/change/").text
            assert "Shut out the app I let in." in page
            form = {"oldpassword": PASSWORD, "password1": "another tent full of cards"}
            answer = bruno.post(
                "/account/password/change/", {**form, "asked": "on", "end_others": "on"}
            )
            assert answer.status_code == 302
        case "maker":
            assert app.user is not None
            delete_account(user=app.user)
        case "app":
            app.delete()
    refusal = call(tokens["access_token"])
    assert (refusal.status, refusal.body["code"]) == (401, "bad_token")
    renewed = renew(app, tokens["refresh_token"])
    assert renewed.body["error"] in ("invalid_grant", "invalid_client")


def as_it_was(used: RefreshToken) -> Any:
    def validate(self: Any, token: str, client: Any, request: Any, *_args: Any) -> bool:
        request.user, request.refresh_token_instance = used.user, used
        return True

    return validate


def test_two_requests_with_one_refresh_token_get_one_token(bruno: Client, app: App) -> None:
    tokens = tokens_for(bruno, app)
    used = RefreshToken.objects.select_related("access_token").get()
    first = renew(app, tokens["refresh_token"])
    # As the second of two sees it that came at once: unused, until it has the lock.
    with mock.patch.object(OAuth2Validator, "validate_refresh_token", as_it_was(used)):
        second = renew(app, tokens["refresh_token"])
    assert (first.status, second.status) == (200, 400)
    assert second.body == {"error": "invalid_grant"}
    assert call(first.body["access_token"]).status == 200


def test_each_app_of_a_player_has_limits_of_its_own(bruno: Client, app: App) -> None:
    other = register(User.objects.get(username="Maya"), "Turns in a bar")
    keys = []

    def allow(self: Any, request: Any, view: Any) -> bool:
        keys.append(self.get_cache_key(request, view))
        return True

    with mock.patch.object(AccountLimit, "allow_request", allow):
        for each in (app, other):
            call(tokens_for(bruno, each)["access_token"])
    assert len(set(keys)) == 2


def test_a_call_by_an_app_asks_the_database_once_who_it_is(bruno: Client, app: App) -> None:
    token = tokens_for(bruno, app)["access_token"]
    call(token)
    with CaptureQueriesContext(connection) as queries:
        call(token)
    assert sum("oauth2_provider" in each["sql"] for each in queries) == 1
    assert sum("letin" in each["sql"] for each in queries) == 1


def test_what_apps_need_to_know_is_told_at_the_usual_place() -> None:
    answer = Client().get(
        "/.well-known/oauth-authorization-server", headers={"Origin": "https://watch.example"}
    )
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert json.loads(answer.content) == {
        "issuer": "http://testserver",
        "authorization_endpoint": "http://testserver/oauth/authorize/",
        "token_endpoint": "http://testserver/oauth/token/",
        "revocation_endpoint": "http://testserver/oauth/revoke/",
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "scopes_supported": ["play", "read"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "authorization_response_iss_parameter_supported": True,
        "client_id_metadata_document_supported": False,
    }
