"""A body sent in chunks, without its length, is read as any other, by each server of the site."""

import json
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import reverse

from tests.processes import Processes, listens
from tests.site.environment import MANAGE, environment, free_port
from tests.workers import wait_until

pytestmark = pytest.mark.slow

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
SERVERS = {
    "gunicorn": ("gunicorn", "--config", "deploy/gunicorn.conf.py", "--bind", "127.0.0.1:{port}")
    + ("scoutsite.wsgi",),
    "uvicorn": ("uvicorn", "scoutsite.asgi:application", "--port", "{port}"),
}


class Server(Processes):
    """The site, served by one of them."""

    def __init__(self, folder: Path, variables: dict[str, str]) -> None:
        super().__init__(folder)
        self.port = free_port()
        self._variables = variables | {"PORT": str(self.port)}

    def command(self, role: str) -> list[str]:
        if role == "serve":
            return [*MANAGE, "serve"]
        return [sys.executable, "-m", *(word.format(port=self.port) for word in SERVERS[role])]

    def environment(self, role: str) -> dict[str, str]:
        return self._variables


class Reply(NamedTuple):
    """A status and what came with it."""

    status: int
    body: Any
    cookies: str


class Caller(NamedTuple):
    """A program with a token."""

    port: int
    token: str

    def send(self, path: str, *parts: bytes, method: str = "POST", **headers: str) -> Reply:
        """Each part is a chunk."""
        return self._ask(method, path, iter(parts), headers)

    def send_whole(self, path: str, body: bytes, **headers: str) -> Reply:
        """With its length."""
        return self._ask("POST", path, body, headers)

    def _ask(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Reply:
        connection = HTTPConnection("localhost", self.port, timeout=60)
        connection.request(method, path, body, self._headers(headers))
        response = connection.getresponse()
        content = response.read()
        connection.close()
        is_json = response.headers.get_content_type() == JSON
        cookies = response.headers.get("Set-Cookie", "")
        return Reply(response.status, json.loads(content) if is_json else content, cookies)

    def begin(self, path: str, framing: str, begun: bytes, type_: str = JSON) -> bytes:
        """Send the beginning of a body and nothing more; return the status line."""
        headers = self._headers({"Host": "localhost", "Content-Type": type_})
        lines = [f"POST {path} HTTP/1.1", framing, *(f"{k}: {v}" for k, v in headers.items())]
        with socket.create_connection(("localhost", self.port), timeout=30) as line:
            line.sendall("\r\n".join([*lines, "", ""]).encode())
            # It may be refused before all of this is sent.
            with suppress(ConnectionError):
                line.sendall(begun)
            return line.makefile("rb").readline()

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        named = {name.replace("_", "-"): value for name, value in more.items()}
        return {"Authorization": f"Bearer {self.token}", "Content-Type": JSON} | named


@pytest.fixture(scope="module", params=[*SERVERS, "serve"])
def robot(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    empty_database: Path,
) -> Iterator[Caller]:
    folder = tmp_path_factory.mktemp("chunks")
    shutil.copyfile(empty_database, folder / "db.sqlite3")
    variables = environment(
        DATABASE_URL=f"sqlite:///{folder}/db.sqlite3",
        DJANGO_SETTINGS_MODULE="tests.served_settings",
        DEALS="chunks",
        LIMITS="off",
        WEB_CONCURRENCY="1",
        EXPERT_LOOKS_AHEAD="off",
    )
    token = subprocess.run(
        [*MANAGE, "token", "Robot", "--create", "--scope", "play"],
        capture_output=True,
        check=True,
        env=variables,
        text=True,
    ).stdout.strip()
    server = Server(folder, variables)
    try:
        server.start(request.param)
        wait_until(lambda: listens(server.port), seconds=120)
        yield Caller(server.port, token)
    finally:
        server.stop()


def in_chunks(body: Any) -> tuple[bytes, bytes]:
    written = json.dumps(body).encode()
    return written[:7], written[7:]


def test_a_program_plays_by_bodies_in_chunks(robot: Caller) -> None:
    body = {"players": 2, "bots": ["pip"], "name": "Chunky"}
    opened = robot.send("/api/v1/games/", *in_chunks(body))
    assert opened.status == 201, opened.body
    game = opened.body
    assert (game["name"], len(game["seats"]), game["state"]) == ("Chunky", 2, "running")
    move = {"seq": 0, "type": "orient", "flip": False}
    moved = robot.send(f"/api/v1/games/{game['id']}/moves/", *in_chunks(move))
    assert (moved.status, moved.body.get("id")) == (201, game["id"])
    orders = in_chunks({"seq": 0, "orders": [{}]})
    planned = robot.send(f"/api/v1/games/{game['id']}/plan/", *orders, method="PUT")
    assert (planned.body["code"], planned.body.get("order")) == ("bad_plan", 0)
    added = robot.send("/api/v1/friends/", *in_chunks({"player": "Nobody"}))
    assert (added.status, added.body["code"]) == (422, "unknown_player")
    refused = robot.send("/api/v1/games/", b'{"players"', b": 2")
    assert (refused.status, refused.body["code"]) == (400, "bad_json")


def test_two_bodies_in_chunks_under_one_key_are_two_requests(robot: Caller) -> None:
    def commit(*parts: bytes) -> Reply:
        return robot.send("/api/v1/games/", *parts, Idempotency_Key="one")

    first, other = in_chunks({"players": 2}), in_chunks({"players": 3})
    made, again, reused = commit(*first), commit(*first), commit(*other)
    assert (made.status, again.status, again.body["id"]) == (201, 201, made.body["id"])
    assert (reused.status, reused.body["code"]) == (422, "key_reused")


@pytest.mark.parametrize("framing", ["Transfer-Encoding: chunked", "Content-Length: 20000000"])
def test_a_body_that_is_too_large_is_refused_before_it_ends(robot: Caller, framing: str) -> None:
    """Of twenty million bytes as of 200,000 no more is read than shows that it is."""
    begun = b" " * 200_000
    if "chunked" in framing:
        begun = b"1312D00\r\n" + begun
    assert b" 413 " in robot.begin("/api/v1/games/", framing, begun)


def test_a_body_in_chunks_may_be_as_large_as_any_other(robot: Caller) -> None:
    body = json.dumps({"players": 2}).encode().ljust(16 * 1024)
    assert robot.send("/api/v1/games/", body[:9_000], body[9_000:]).status == 201
    refused = robot.send("/api/v1/games/", body[:9_000], body[9_000:] + b" ")
    assert (refused.status, refused.body["code"]) == (413, "too_large")
    assert refused == robot.send_whole("/api/v1/games/", body + b" ")


def test_a_form_in_chunks_is_a_form(robot: Caller) -> None:
    renewal = b"grant_type=refresh_token&refresh_token=x&client_id=y"
    renewed = robot.send("/oauth/token/", renewal[:9], renewal[9:], Content_Type=FORM)
    assert renewed == robot.send_whole("/oauth/token/", renewal, Content_Type=FORM)
    assert renewed.body["error"] == "invalid_client"
    chosen = robot.send("/language/", b"lang", b"uage=de", Content_Type=FORM)
    assert "=de;" in chosen.cookies
    parts = b'--x\r\nContent-Disposition: form-data; name="language"\r\n\r\nfr\r\n--x--\r\n'
    chosen = robot.send("/language/", parts, Content_Type="multipart/form-data; boundary=x")
    assert "=fr;" in chosen.cookies


def test_a_form_that_is_too_large_is_refused_before_it_ends(robot: Caller) -> None:
    begun = b"1312D00\r\nlanguage=de&x=" + b"x" * 3_000_000
    assert b" 400 " in robot.begin("/language/", "Transfer-Encoding: chunked", begun, FORM)


def test_chunks_that_are_none_are_a_fault_of_the_request(robot: Caller) -> None:
    framing = "Transfer-Encoding: chunked"
    assert b" 400 " in robot.begin("/api/v1/games/", framing, b"twelve\r\n{}\r\n")


def test_the_next_request_on_the_line_is_read_from_where_the_chunks_end(robot: Caller) -> None:
    connection = HTTPConnection("localhost", robot.port, timeout=60)
    for name in ("One", "Two"):
        body = iter(in_chunks({"name": name}))
        headers = {"Authorization": f"Bearer {robot.token}", "Content-Type": JSON}
        connection.request("POST", "/api/v1/games/", body, headers)
        with connection.getresponse() as response:
            assert (response.status, json.load(response)["name"]) == (201, name)
    connection.close()


@pytest.mark.django_db
def test_a_server_that_cannot_tell_where_chunks_end_refuses_them(client: Client) -> None:
    """Django's own for development is one."""
    headers = {"Transfer-Encoding": "chunked"}
    refused = client.post("/api/v1/games/", {}, content_type=JSON, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (411, "length_required")
    refused = client.post(reverse("language"), {"language": "de"}, headers=headers)
    assert refused.status_code == 411
    assert "Content-Length" in refused.content.decode()
