"""Everything that one person can learn of a game, and the queries it took."""

import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from django.db import connection
from django.test import AsyncClient, Client

from games.models import Game, GameSummary
from tests.secrecy.outside import told_outside
from tests.secrecy.requests import Asked, Part, narrowed, requests
from tests.secrecy.stage import Person

RANDOM_HEADERS = ("Date", "X-Request-ID")
# Random by design: tokens against forged forms, nonces, when to reconnect to a stream.
MASKS = (
    re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")\w{64}'),
    re.compile(rb'(?<=nonce=")[\w+/=-]{16,}'),
    re.compile(rb"(?<=^retry: )\d+"),
    re.compile(rb'(?<="challenge": ")[\w-]{43}'),
    # A promise for whoever looks, drawn anew with each page.
    re.compile(rb'(?<=name="promise" value=")[\w:-]+'),
    re.compile(rb'(?<=data-commitment=")[0-9a-f]{64}'),
)


class Answer(NamedTuple):
    """To the byte, with its number of queries."""

    status: int
    headers: tuple[tuple[str, str], ...]
    cookies: tuple[str, ...]
    body: bytes
    length: int
    queries: int


class Look:
    """One person's look at a game, request by request."""

    def __init__(self, person: Person, game: Game) -> None:
        self.person = person
        self.game = game
        self.commitment = game.commitment.encode()
        self.heads = {head_of(game)}
        self.cookies = SimpleCookie(person.client.cookies.output(header="", sep=";"))

    def all(self, part: Part) -> Iterator[tuple[str, object]]:
        """Each thing to see in this part of the site, by name."""
        if self.person.user is not None:
            yield from told_outside(self.person.user, self.game, part)
        for asked in requests(self.person, self.game, part):
            if not part.holds_page(asked.written):
                continue
            answer = self.ask(asked)
            yield asked.written, answer
            for narrower in narrowed(asked, answer.body, self.game)[part.offers]:
                if part.holds(narrower.written):
                    yield narrower.written, self.ask(narrower)
        yield from self.streams(part)

    def ask(self, asked: Asked) -> Answer:
        """Forget earlier changes to the cookies."""
        client = self.person.client
        client.cookies = SimpleCookie(self.cookies.output(header="", sep=";"))
        if asked.signed_out:
            client = Client()
            client.defaults |= self.person.client.defaults
        if asked.as_json:
            given: dict[str, Any] = {"content_type": "application/json"}
        else:
            given = {}
        with counted() as queries:
            send = client.get if asked.method == "GET" else client.post
            response = send(asked.address, asked.data, headers=asked.headers, **given)
            streamed = getattr(response, "streaming", False)
            body = b"".join(response) if streamed else response.content
        return self.answer(response, body, queries.number)

    def answer(self, response: Any, body: bytes, queries: int) -> Answer:
        """Leave out what is random by design."""
        headers = sorted(
            (name, value) for name, value in response.headers.items() if name not in RANDOM_HEADERS
        )
        cookies = tuple(sorted(response.cookies))
        # A press may have added to the log.
        self.heads.add(head_of(self.game))
        masked = self.masked(body)
        return Answer(response.status_code, tuple(headers), cookies, masked, len(body), queries)

    def masked(self, body: bytes) -> bytes:
        for mask in MASKS:
            body = mask.sub(b"masked", body)
        body = body.replace(self.commitment, b"masked")
        # As people read it, in groups of four.
        body = body.replace(b" ".join(re.findall(b"....", self.commitment)), b"masked")
        for head in self.heads:
            body = body.replace(head, b"masked")
        return body

    def streams(self, part: Part) -> Iterator[tuple[str, object]]:
        """The beginnings, in the browser and for a program."""
        game = self.game.public_id
        for address in (
            f"/stream/?game={game}",
            "/api/v1/stream/",
            f"/api/v1/games/{game}/stream/",
        ):
            if part.holds(f"stream {address}"):
                yield f"stream {address}", self.first_of(address)

    def first_of(self, address: str) -> Answer:
        client = AsyncClient()
        client.cookies = SimpleCookie(self.cookies.output(header="", sep=";"))
        token = self.person.token
        known = {"Authorization": f"Bearer {token}"} if token and "/api/" in address else {}

        async def listen() -> tuple[Any, bytes]:
            response: Any = await client.get(address, headers=known)
            if not getattr(response, "streaming", False):
                return response, response.content
            events = aiter(response)
            first = await anext(events)
            await events.aclose()
            return response, first

        with counted() as queries:
            response, first = async_to_sync(listen)()
        return self.answer(response, first, queries.number)


def head_of(game: Game) -> bytes:
    """The seal of the log's last row: a hash keyed by the game's secret."""
    return GameSummary.objects.values_list("head", flat=True).get(game=game).encode()


class Queries:
    number = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.number += 1
        return execute(sql, params, many, context)

    def __enter__(self) -> "Queries":
        self._wrapped = connection.execute_wrapper(self)
        self._wrapped.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._wrapped.__exit__(*error)


counted = Queries
