"""What is refused: every request that is not just as it has to be."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from oauth2_provider.models import AccessToken, Grant, RefreshToken

from accounts.apps_let_in.models import App, LetIn
from accounts.models import User
from games.models import Game
from tests.accounts.apps.client import (
    BACK,
    CHALLENGE,
    VERIFIER,
    allowed,
    ask_for_token,
    call,
    consent_address,
    exchange,
    player,
    register,
    renew,
    tokens_for,
    told,
)
from tests.accounts.people import account, sign_in
from tests.site.test_headers import policy

pytestmark = pytest.mark.django_db


@pytest.fixture
def bruno() -> Client:
    return player()


@pytest.fixture
def app() -> App:
    return register(account("Maya", "maya@example.org"))


ASKED_WRONGLY: list[tuple[dict[str, str | None], str]] = [
    ({"code_challenge_method": "plain"}, "invalid_request"),
    ({"code_challenge_method": None}, "invalid_request"),
    ({"code_challenge_method": "S512"}, "invalid_request"),
    ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
    ({"code_challenge": "short"}, "invalid_request"),
    ({"scope": "everything"}, "invalid_scope"),
    ({"scope": "play admin"}, "invalid_scope"),
    ({"response_type": "token"}, "unsupported_response_type"),
    ({"response_type": "id_token"}, "unsupported_response_type"),
    ({"response_type": None}, "invalid_request"),
]


def test_an_app_is_told_what_it_asked_wrongly(bruno: Client, app: App) -> None:
    stranger = Client()
    for changed, error in ASKED_WRONGLY:
        address = consent_address(app, **changed)
        # Nobody has to sign in for that.
        for answer in (stranger.get(address), bruno.post(address, {"allow": "yes"})):
            assert answer["Location"].startswith(f"{BACK}?"), changed
            back = told(answer["Location"])
            assert (back["error"], back["state"]) == (error, "a-state"), changed
    assert not Grant.objects.exists()


NOT_ITS_ADDRESS: list[dict[str, str | None]] = [
    {"redirect_uri": "https://evil.example/back"},
    {"redirect_uri": f"{BACK}/more"},
    {"redirect_uri": f"{BACK}?more=1"},
    {"redirect_uri": f"{BACK}#fragment"},
    {"redirect_uri": "https://watch.example.evil.example/back"},
    {"redirect_uri": "https://watch.example@evil.example/back"},
    {"redirect_uri": "https://evil@watch.example/back"},
    {"redirect_uri": "https://watch.example:99999999/back"},
    {"redirect_uri": "https://[watch.example/back"},
    {"redirect_uri": "http://watch.example/back"},
    {"redirect_uri": "//evil.example/back"},
    {"redirect_uri": "javascript:alert(1)"},
    {"redirect_uri": "https://evil.example/back", "prompt": "none"},
    {"redirect_uri": "https://evil.example/back", "code_challenge": None},
    {"client_id": "nobody"},
    {"client_id": None},
]


def test_nobody_is_sent_anywhere_else(bruno: Client, app: App) -> None:
    stranger = Client()
    for changed in NOT_ITS_ADDRESS:
        address = consent_address(app, **changed)
        for answer in (stranger.get(address), bruno.post(address, {"allow": "yes"})):
            assert answer.status_code == 400, changed
            assert "Location" not in answer
            assert "An app asked wrongly" in answer.text
            assert "evil.example" not in answer["Content-Security-Policy"]
    assert not Grant.objects.exists()


def test_no_app_gets_in_without_being_asked_for(bruno: Client, app: App) -> None:
    tokens_for(bruno, app)
    for more in ("approval_prompt=auto", "prompt=none", "prompt=create"):
        answer = bruno.get(f"{consent_address(app)}&{more}")
        assert answer.status_code == 200, more
        assert "Let “<bdi>Turns on a watch</bdi>” in?" in answer.text


def test_a_press_on_another_site_lets_nothing_in(app: App) -> None:
    bruno = player()
    bruno.handler.enforce_csrf_checks = True
    assert bruno.post(consent_address(app), {"allow": "yes"}).status_code == 403
    assert not LetIn.objects.exists()
    page = bruno.get(consent_address(app))
    form = {"allow": "yes", "csrfmiddlewaretoken": str(page.context["csrf_token"])}
    assert bruno.post(consent_address(app), form).status_code == 302
    assert LetIn.objects.exists()


FORM_MAY_LEAD_TO = {
    BACK: "https://watch.example",
    "https://watch.example:8443/back": "https://watch.example:8443",
    "http://127.0.0.1:51234/back": "http://127.0.0.1:51234",
    "http://[::1]:51234/back": "http:",
    "com.example.watch:/back": "com.example.watch:",
}


def test_no_page_frames_the_question_and_its_form_leads_to_the_app_alone(
    bruno: Client, app: App
) -> None:
    usual = policy(bruno.get("/account/apps/"))
    for address, source in FORM_MAY_LEAD_TO.items():
        App.objects.update(redirect_uris=address.replace(":51234", ""))
        answer = bruno.get(consent_address(app, redirect_uri=address))
        assert answer["X-Frame-Options"] == "DENY"
        found = policy(answer)
        assert found["frame-ancestors"] == "'none'"
        assert found["form-action"] == f"'self' {source}"
        assert "no-store" in answer["Cache-Control"]
        assert {**found, "form-action": "'self'"} == usual
        answer = bruno.post(consent_address(app, redirect_uri=address), {"allow": "yes"})
        assert answer["Location"].startswith(f"{address}?code=")


def test_visitors_sign_in_first_and_guests_make_an_account(app: App) -> None:
    address = consent_address(app)
    answer = Client().get(address)
    assert answer["Location"].startswith("/account/login/?next=/oauth/authorize/")
    guest = Client()
    guest.post("/play/", {"bots": "1"})
    assert "/account/signup/?next=" in guest.get(address)["Location"]
    assert "/account/signup/?next=" in guest.post(address, {"allow": "yes"})["Location"]
    assert not LetIn.objects.exists()


def test_a_browser_found_signed_in_lets_nothing_in(app: App) -> None:
    account()
    client = Client()
    client.force_login(User.objects.get(username="Bruno"), settings.AUTHENTICATION_BACKENDS[0])
    address = consent_address(app)
    asked = client.get(address)
    assert asked["Location"].startswith("/account/reauthenticate/")
    assert client.post(address, {"allow": "yes"})["Location"] == address
    assert not Grant.objects.exists()


BELONGS_TO_NO_CODE = (
    {"code_verifier": f"{VERIFIER}x"},
    {"code_verifier": CHALLENGE},
    {"code_verifier": ""},
    {"redirect_uri": "https://evil.example/back"},
    {"redirect_uri": f"{BACK}/"},
    {"code": "made-up"},
    {"code": ""},
)


def test_a_code_is_worth_nothing_without_all_that_belongs_to_it(bruno: Client, app: App) -> None:
    code = allowed(bruno, app)
    for changed in BELONGS_TO_NO_CODE:
        refusal = exchange(app, **{"code": code, **changed})
        assert refusal.status in (400, 401), changed
        assert refusal.body["error"] in ("invalid_grant", "invalid_request"), changed
    assert not AccessToken.objects.exists()
    assert exchange(app, code).status == 200


def test_a_code_is_worth_nothing_without_its_verifier(bruno: Client, app: App) -> None:
    form = {"grant_type": "authorization_code", "code": allowed(bruno, app), "redirect_uri": BACK}
    assert ask_for_token(app, **form).status == 400
    assert not AccessToken.objects.exists()


def test_a_code_works_once(bruno: Client, app: App) -> None:
    code = allowed(bruno, app)
    assert exchange(app, code).status == 200
    replayed = exchange(app, code)
    assert (replayed.status, replayed.body) == (400, {"error": "invalid_grant"})
    assert AccessToken.objects.count() == 1


def test_a_code_is_for_the_app_that_asked(bruno: Client, app: App) -> None:
    other = register(User.objects.get(username="Maya"), "Another app")
    code = allowed(bruno, app)
    assert exchange(other, code).body == {"error": "invalid_grant"}
    tokens = exchange(app, code).body
    assert renew(other, tokens["refresh_token"]).body["error"] == "invalid_grant"
    form = {"token": tokens["refresh_token"], "client_id": other.client_id}
    Client().post("/oauth/revoke/", form)
    assert call(tokens["access_token"]).status == 200


def test_what_renews_a_token_works_once_and_used_again_ends_all(bruno: Client, app: App) -> None:
    first = tokens_for(bruno, app)
    second = renew(app, first["refresh_token"]).body
    third = renew(app, second["refresh_token"]).body
    assert call(third["access_token"]).status == 200
    stolen = renew(app, first["refresh_token"])
    assert (stolen.status, stolen.body["error"]) == (400, "invalid_grant")
    assert call(third["access_token"]).body["code"] == "bad_token"
    assert renew(app, third["refresh_token"]).status == 400
    assert not RefreshToken.objects.filter(revoked__isnull=True).exists()


OTHER_GRANTS: tuple[dict[str, str], ...] = (
    {"grant_type": "password", "username": "Bruno", "password": "a tent full of cards"},
    {"grant_type": "client_credentials"},
    {"grant_type": "client_credentials", "client_secret": ""},
    {"grant_type": "urn:ietf:params:oauth:grant-type:device_code"},
    {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": "x"},
    {"grant_type": "none"},
    {},
)


def test_there_is_no_other_way_to_a_token(bruno: Client, app: App) -> None:
    for kind in (App.GRANT_AUTHORIZATION_CODE, App.GRANT_PASSWORD, App.GRANT_CLIENT_CREDENTIALS):
        App.objects.update(authorization_grant_type=kind)
        for form in OTHER_GRANTS:
            refusal = ask_for_token(app, **form)
            assert refusal.status in (400, 401)
            assert refusal.body["error"] in ("unsupported_grant_type", "invalid_request")
    assert not AccessToken.objects.exists()


def test_the_addresses_of_tokens_answer_no_other_method() -> None:
    for address in ("/oauth/token/", "/oauth/revoke/"):
        assert Client().get(address).status_code == 405
    assert Client().put("/oauth/authorize/").status_code == 405


def test_an_app_shut_out_between_code_and_token_gets_none(bruno: Client, app: App) -> None:
    code = allowed(bruno, app)
    bruno.post(f"/account/apps/{app.client_id}/shut-out/")
    assert exchange(app, code).body == {"error": "invalid_grant"}


def test_what_is_no_token_is_refused_as_ever() -> None:
    for token in ("scout_app_", "scout_app_made-up", "scout_app_\u00e9 x"):
        refusal = call(token)
        assert (refusal.status, refusal.body["code"]) == (401, "bad_token")
        assert refusal.body["error"] == "This token is not valid."


def test_text_that_nobody_can_read_is_refused_in_the_words_of_programs(app: App) -> None:
    refusal = exchange(app, "a\0b")
    assert (refusal.status, refusal.body["error"]) == (400, "invalid_request")


def test_a_token_in_an_address_is_none(bruno: Client, app: App) -> None:
    token = tokens_for(bruno, app)["access_token"]
    answer: Any = Client().get(f"/api/v1/me/?access_token={token}")
    assert answer.status_code == 401


def test_an_app_s_token_opens_no_page(bruno: Client, app: App) -> None:
    token = tokens_for(bruno, app)["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    client = Client()
    for address in ("/account/", "/account/data/", "/account/apps/new/"):
        assert "/account/login/" in client.get(address, headers=headers)["Location"]
    client.post("/play/", {"bots": "1"}, headers=headers)
    assert not Game.objects.filter(seats__user__username="Bruno").exists()


@pytest.mark.usefixtures("limits_count")
def test_too_many_requests_are_refused_in_the_words_of_programs(
    app: App, settings: Any, bruno: Client
) -> None:
    settings.PAGE_LIMITS = {**settings.PAGE_LIMITS, "tokens of apps": "1/m"}
    code = allowed(bruno, app)
    exchange(app, "made-up")
    answer = Client().post("/oauth/token/", {"client_id": app.client_id, "code": code})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert answer.json()["error"] == "temporarily_unavailable"
    assert code not in answer.text


def test_a_browser_needs_no_second_question_after_signing_in(app: App) -> None:
    account()
    client = Client()
    assert sign_in(client, "Bruno")
    assert client.get(consent_address(app)).status_code == 200
