"""Programs hear at once what happens at their tables, from a running site."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Any

import pytest

from tests.site.environment import MANAGE, ROOT, first_line, served

pytestmark = pytest.mark.slow

ORIENT = {"type": "orient", "flip": False}


class Caller:
    """A program with a token (empty: none) over the network."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.opened: list[HTTPConnection | HTTPResponse] = []

    def open(self, method: str, path: str, body: Any = None, **headers: str) -> HTTPResponse:
        connection = HTTPConnection("localhost", self.port, timeout=30)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = self.headers | {"Content-Type": "application/json"} | named
        connection.request(method, f"/api/v1{path}", json.dumps(body) if body else None, sent)
        response = connection.getresponse()
        self.opened += [connection, response]
        return response

    def call(self, method: str, path: str, body: Any = None) -> Any:
        return json.loads(self.open(method, path, body).read())

    def other(self, token: str) -> "Caller":
        found = Caller(self.port, token)
        found.opened = self.opened
        return found

    def close(self) -> None:
        for each in self.opened:
            each.close()


def events(stream: HTTPResponse) -> Iterator[tuple[str, Any]]:
    """Id and data, as they come."""
    number = ""
    while line := stream.readline().decode():
        if line.startswith("id: "):
            number = line.removeprefix("id: ").strip()
        if line.startswith("data: "):
            yield number, json.loads(line.removeprefix("data: "))
            number = ""


@contextmanager
def site(variables: dict[str, str], **more: str) -> Iterator[Caller]:
    """A site and Robot, who plays there by program."""
    environment = variables | {"BOT_PAUSE_SECONDS": "0.02"} | more
    token = subprocess.run(
        [*MANAGE, "token", "Robot", "--create", "--scope", "play"],
        capture_output=True,
        check=True,
        env=environment,
        text=True,
    ).stdout.strip()
    with served(environment) as process:
        assert "open at" in first_line(process)
        caller = Caller(int(variables["PORT"]), token)
        try:
            yield caller
        finally:
            caller.close()


def test_streams_tell_where_a_game_is(variables: dict[str, str]) -> None:
    with site(variables, STREAMS_AT_ONCE="3") as robot:
        game = robot.call("POST", "/games/", {"players": 2, "bots": ["easy"]})
        path = f"/games/{game['id']}/"
        streams = [robot.open("GET", f"{path}stream/"), robot.open("GET", "/stream/")]
        heard = [events(stream) for stream in streams]
        for stream, news in zip(streams, heard, strict=True):
            assert stream.headers["Content-Type"] == "text/event-stream"
            number, data = next(news)
            assert data["game"] == game["id"]
            assert number == f"{game['id']}.{data['version']}"
        moved = robot.call("POST", f"{path}moves/", {"seq": 0, **ORIENT})
        for news in heard:
            while (data := next(news)[1])["version"] < moved["version"]:
                assert data.keys() == {"game", "version", "seq", "state", "to_act"}

        known = robot.call("GET", path)["version"]
        last = {"Last_Event_ID": f"{game['id']}.{known}"}
        again = robot.open("GET", f"{path}stream/", **last)
        one_too_many = robot.open("GET", "/stream/")
        assert one_too_many.status == 429
        assert int(one_too_many.headers["Retry-After"]) > 0
        assert json.loads(one_too_many.read())["code"] == "too_many_requests"
        seen = robot.call("GET", path)
        if seen["view"]["legal"]:
            robot.call("POST", f"{path}moves/", {"seq": seen["seq"], **seen["view"]["legal"][0]})
            assert next(events(again))[1]["version"] > known

        stranger = robot.other("")
        for address, status in ((f"{path}stream/", 401), ("/games/none/stream/", 401)):
            assert stranger.open("GET", address).status == status
        refusal = stranger.open("GET", "/stream/")
        assert (refusal.status, refusal.headers["WWW-Authenticate"]) == (401, "Bearer")
        assert robot.open("POST", "/stream/").status == 405
        wrong = robot.other("wrong").open("GET", "/stream/")
        assert (wrong.status, json.loads(wrong.read())["code"]) == (401, "bad_token")


def test_the_example_bot_plays_two_games_side_by_side(variables: dict[str, str]) -> None:
    with site(variables) as robot:
        played = subprocess.run(
            [sys.executable, str(ROOT / "docs" / "examples" / "bot.py")]
            + [f"http://localhost:{robot.port}", robot.headers["Authorization"].split()[1], "2"],
            capture_output=True,
            check=True,
            text=True,
            timeout=900,
        )
        assert played.stderr == ""
        assert [line.split()[1] for line in played.stdout.splitlines()] == ["finished"] * 2

        stream = robot.open("GET", "/records/")
        assert stream.headers["Content-Type"] == "application/x-ndjson"
        records = [json.loads(line) for line in stream.read().splitlines()]
        assert {each["meta"]["id"] for each in records} == {
            line.split()[0] for line in played.stdout.splitlines()
        }
        since = records[1]["meta"]["ended"].replace("+", "%2B")
        later = robot.open("GET", f"/records/?since={since}").read().splitlines()
        assert [json.loads(line) for line in later] == records[1:]
        checked = subprocess.run(
            [*MANAGE, "verify_records", "-"],
            input="\n".join(json.dumps(record) for record in records),
            capture_output=True,
            check=True,
            env=variables,
            text=True,
        )
        assert checked.stdout == '{"ok": true}\n' * 2


def test_the_example_is_short_and_needs_no_library() -> None:
    lines = (ROOT / "docs" / "examples" / "bot.py").read_text().splitlines()
    assert len(lines) < 100
    imported = {line.split()[1].split(".")[0] for line in lines if line.startswith("import ")}
    assert imported <= sys.stdlib_module_names
