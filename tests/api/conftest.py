"""Programs: an account's token and what it sends."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from django.test import Client

from accounts.models import User
from accounts.tokens.making import make_token


class Reply(NamedTuple):
    """A status, a JSON value (None without a body) and the headers."""

    status: int
    body: Any
    headers: Any


class Program:
    """Somebody with or without a token."""

    def __init__(self, user: User | None = None, scope: str = "play") -> None:
        self.user = user
        self.client = Client(enforce_csrf_checks=True)
        self.headers: dict[str, str] = {}
        if user is not None:
            secret = make_token(user=user, name="test", scope=scope).secret
            self.headers["Authorization"] = f"Bearer {secret}"

    def get(self, path: str, **headers: str) -> Reply:
        return self.send("GET", path, None, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Reply:
        return self.send("POST", path, {} if body is None else body, **headers)

    def send(self, method: str, path: str, body: Any, **headers: str) -> Reply:
        given = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        raw = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body)
        answer = self.client.generic(
            method, f"/api/v1{path}", raw, content_type="application/json", headers=given
        )
        content = b"".join(answer) if getattr(answer, "streaming", False) else answer.content
        lines = answer.headers.get("Content-Type", "").startswith("application/x-ndjson")
        if lines:
            value: Any = [json.loads(line) for line in content.splitlines()]
        else:
            value = json.loads(content) if content else None
        return Reply(answer.status_code, value, answer.headers)

    def open(self, **terms: Any) -> Any:
        reply = self.post("/games/", terms)
        assert reply.status == 201, reply.body
        return reply.body

    def look(self, game: Any, query: str = "") -> Any:
        reply = self.get(f"/games/{game['id']}/{query}")
        assert reply.status == 200, reply.body
        return reply.body

    def play(self, game: Any, move: Any, **headers: str) -> Reply:
        """Decide where `game` was seen."""
        return self.post(f"/games/{game['id']}/moves/", {"seq": game["seq"], **move}, **headers)


NewProgram = Callable[..., Program]


def account(name: str, *, is_bot: bool = False) -> User:
    return User.objects.create_user(name, password=None, is_bot=is_bot)


@pytest.fixture
def anna(db: None) -> Program:
    return Program(account("Anna"))


@pytest.fixture
def bert(db: None) -> Program:
    return Program(account("Bert"))


@pytest.fixture
def stranger(db: None) -> Program:
    return Program()
