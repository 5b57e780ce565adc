"""Somebody's app, by hand: what it sends, and what comes back."""

import json
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

from django.conf import settings
from django.test import Client

from accounts.apps_let_in.forms import new_app
from accounts.apps_let_in.models import App
from accounts.models import User
from games.people.name_keys import name_key
from tests.accounts.people import PASSWORD, account

BACK = "https://watch.example/back"
VERIFIER = "a-verifier-of-enough-characters-to-be-one-0123"
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).decode().rstrip("=")


class Answered(NamedTuple):
    status: int
    body: Any


def register(maker: User, name: str = "Turns on a watch", *addresses: str) -> App:
    """An app, without the form."""
    app = new_app(user=maker, name=name, name_key=name_key(name), purpose="Shows your turns.")
    app.redirect_uris = " ".join(addresses or (BACK,))
    app.save()
    return app


def player(name: str = "Bruno", email: str = "bruno@example.org") -> Client:
    """A browser in which somebody has just said who they are."""
    client = Client()
    client.force_login(account(name, email), settings.AUTHENTICATION_BACKENDS[0])
    assert client.post("/account/reauthenticate/", {"password": PASSWORD}).status_code == 302
    return client


def consent_address(app: App, **changed: str | None) -> str:
    """Where the app sends a player; None leaves something out."""
    asked: dict[str, str | None] = {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": app.redirect_uris.split()[0],
        "scope": "play",
        "state": "a-state",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        **changed,
    }
    given = {name: value for name, value in asked.items() if value is not None}
    return f"/oauth/authorize/?{urlencode(given)}"


def told(address: str) -> dict[str, str]:
    """What the address to which a player is led back says."""
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def allowed(client: Client, app: App, **changed: str | None) -> str:
    """The code that the app gets when the player lets it in."""
    answer = client.post(consent_address(app, **changed), {"allow": "yes"})
    assert answer.status_code == 302, answer.content
    return told(answer["Location"])["code"]


def ask_for_token(app: App, **form: str) -> Answered:
    answer = Client(enforce_csrf_checks=True).post(
        "/oauth/token/", {"client_id": app.client_id, **form}
    )
    return Answered(answer.status_code, json.loads(answer.content))


def exchange(app: App, code: str, **changed: str) -> Answered:
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": app.redirect_uris.split()[0],
        "code_verifier": VERIFIER,
    }
    return ask_for_token(app, **{**form, **changed})


def renew(app: App, refresh_token: str) -> Answered:
    return ask_for_token(app, grant_type="refresh_token", refresh_token=refresh_token)


def call(token: str, path: str = "/me/", method: str = "GET", body: Any = None) -> Answered:
    """A call to the API with the app's token."""
    answer = Client(enforce_csrf_checks=True).generic(
        method,
        f"/api/v1{path}",
        json.dumps(body) if body is not None else b"",
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    return Answered(answer.status_code, json.loads(answer.content))


def tokens_for(client: Client, app: App, **changed: str | None) -> Any:
    """The tokens of an app that the player has just let in."""
    answered = exchange(app, allowed(client, app, **changed))
    assert answered.status == 200, answered.body
    return answered.body
