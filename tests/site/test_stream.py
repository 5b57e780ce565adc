"""An open page hears at once that its game has changed, and hears nothing else."""

import json
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import Client

from tests.site.environment import complaints, first_line, served
from tests.tables import bot_game

pytestmark = pytest.mark.slow


class Guest:
    """A visitor without a browser: just cookies and a game."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.opened: list[HTTPConnection | HTTPResponse] = []
        self.request("GET", "/")
        self.game = self.post("/play/").headers["Location"]

    def open(self, method: str, path: str, body: str = "", **more: str) -> HTTPResponse:
        connection = HTTPConnection("localhost", self.port, timeout=20)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded", **more}
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        self.opened += [connection, response]
        for value in response.headers.get_all("Set-Cookie") or []:
            name, _, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return response

    def request(self, method: str, path: str, body: str = "") -> HTTPResponse:
        response = self.open(method, path, body)
        response.read()
        return response

    def post(self, path: str, **fields: str) -> HTTPResponse:
        fields["csrfmiddlewaretoken"] = self.cookies["csrftoken"]
        return self.request("POST", path, urlencode(fields))

    def stream(self, game: str = "") -> HTTPResponse:
        """The stream of a tab that shows this game, or none."""
        query = f"?{urlencode({'game': public_id(game)})}" if game else ""
        return self.open("GET", f"/stream/{query}")


def public_id(address: str) -> str:
    return address.strip("/").split("/")[-1]


def events(stream: HTTPResponse, name: str = "game") -> Iterator[dict[str, object]]:
    """Data, as it comes in."""
    event = ""
    while line := stream.readline():
        if line.startswith(b"event: "):
            event = line.decode().split()[1]
        if line.startswith(b"data: ") and event == name:
            yield json.loads(line.removeprefix(b"data: "))


@contextmanager
def site(variables: dict[str, str]) -> Iterator[Guest]:
    with served(variables | {"BOT_PAUSE_SECONDS": "0.05"}) as process:
        assert "open at" in first_line(process)
        guest = Guest(int(variables["PORT"]))
        try:
            yield guest
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=60)
            # A stream that had to be cut off would cause a complaint.
            assert (process.returncode, complaints(errors)) == (0, [])
        finally:
            for each in guest.opened:
                each.close()


@pytest.mark.parametrize("through_redis", [False, pytest.param(True, marks=pytest.mark.redis)])
def test_each_version_is_told_and_nothing_of_the_game(
    variables: dict[str, str], *, through_redis: bool
) -> None:
    if through_redis:
        variables["REDIS_URL"] = settings.REDIS_URL
    with site(variables) as guest:
        stream = guest.stream(guest.game)
        assert stream.status == 200
        assert stream.headers["Content-Type"] == "text/event-stream"
        assert stream.headers["Cache-Control"] == "no-cache"
        heard = events(stream)
        assert next(heard)["game"] == public_id(guest.game)
        if through_redis:
            # A page has to look up wakes sent before the site listens to Redis.
            assert any(event["game"] == "" for event in heard)
        guest.post(f"{guest.game}move/", seq="0", action="turn", way="keep")
        # Of versions in quick succession, only the last may be sent.
        told = 0
        while told < 4:
            event = next(heard)
            assert event.keys() == {"game", "version"}
            assert event["game"] == public_id(guest.game)
            assert isinstance(event["version"], int)
            told = event["version"]


def test_one_stream_tells_of_all_games_of_its_reader(variables: dict[str, str]) -> None:
    with site(variables) as guest:
        first = guest.game
        second = guest.post("/play/").headers["Location"]
        elsewhere = guest.stream()
        assert next(events(elsewhere, "lists")) == {}
        here = guest.stream(first)
        assert next(events(here))["game"] == public_id(first)
        guest.post(f"{second}move/", seq="0", action="turn", way="keep")
        for stream in (elsewhere, here):
            assert any(event["game"] == public_id(second) for event in events(stream))


def test_an_open_stream_does_not_hold_up_the_end_of_the_site(variables: dict[str, str]) -> None:
    with site(variables) as guest:
        heard = events(guest.stream(guest.game))
        assert next(heard)["game"]


def test_an_open_stream_keeps_no_thread(variables: dict[str, str]) -> None:
    with served(variables | {"STREAMS_AT_ONCE": "60"}) as process:
        assert "open at" in first_line(process)
        guest = Guest(int(variables["PORT"]))

        def threads_with(streams: int) -> int:
            for _ in range(streams):
                assert next(events(guest.stream(guest.game)))["game"]
            return len([*Path(f"/proc/{process.pid}/task").iterdir()])

        before = threads_with(10)
        assert threads_with(30) - before < 10
        for each in guest.opened:
            each.close()


def test_a_stranger_gets_no_stream_of_a_game_that_is_not_theirs(
    variables: dict[str, str],
) -> None:
    with site(variables) as guest:
        guest.cookies.clear()
        assert guest.stream(guest.game).status == 404
        assert guest.stream("/games/none/").status == 404


@pytest.mark.parametrize("through_redis", [False, pytest.param(True, marks=pytest.mark.redis)])
def test_strangers_open_as_many_streams_as_their_address_may(
    variables: dict[str, str], *, through_redis: bool
) -> None:
    if through_redis:
        variables["REDIS_URL"] = settings.REDIS_URL
    with site(variables | {"STREAMS_AT_ONCE": "3", "TRUSTED_PROXIES": "1"}) as guest:
        table = guest.post("/games/new/", players="2", audience="open").headers["Location"]
        page, program = f"/stream/?game={public_id(table)}", f"/api/v1{table}stream/"
        owner = dict(guest.cookies)
        guest.cookies.clear()

        def look(path: str = page, address: str = "2001:db8:1:1::1") -> HTTPResponse:
            return guest.open("GET", path, **{"X-Forwarded-For": address})

        # All at once, so that none of them is open yet when the next one asks.
        with ThreadPoolExecutor(30) as pool:
            answers = [*pool.map(lambda number: look(address=f"2001:db8:1:1::{number}"), range(30))]
        open_now = [answer for answer in answers if answer.status == 200]
        refused = [answer for answer in answers if answer.status == 429]
        assert (len(open_now), len(refused)) == (3, 27)
        assert all(int(answer.headers["Retry-After"]) > 0 for answer in refused)
        # Pages and programs count together.
        assert look(program).status == 429
        assert look(address="2001:db8:1:2::1").status == 200
        guest.cookies = owner
        assert look().status == 200


def test_a_stranger_without_a_game_has_nothing_to_listen_to(variables: dict[str, str]) -> None:
    with site(variables) as guest:
        guest.cookies.clear()
        assert guest.stream().status == 204


@pytest.mark.django_db
def test_a_server_without_streams_says_so_at_once(client: Client) -> None:
    game = bot_game()
    assert game.creator
    client.force_login(game.creator)
    assert client.get("/stream/", {"game": game.public_id}).status_code == 501
