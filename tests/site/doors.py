"""Every place where a text comes in: addresses, queries, forms as found on pages, the API."""

from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any, NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from bs4 import BeautifulSoup
from bs4.element import Tag
from django.test import Client

from games.models import Game
from tests.secrecy.addresses import address_of, known_to
from tests.secrecy.routes import Route, routes
from tests.secrecy.stage import Person

STREAMS = ("games:stream", "api:stream", "api:game-stream")


class Field(NamedTuple):
    """One field of a form, and what the form sends besides."""

    method: str
    address: str
    name: str
    others: dict[str, str]

    def send(self, client: Client, text: str) -> Any:
        sent = {**self.others, self.name: text}
        return getattr(client, self.method)(self.address, sent)


def spoiled_addresses(
    person: Person, game: Game, texts: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Each route once for each parameter, which holds one of ``texts`` in turn."""
    known, turn = known_to(person, game), cycle(texts)
    for route in routes():
        values = {name: str(_value(route, known, name)) for name in route.parameters}
        for name in route.parameters:
            yield route.name, route.filled({**values, name: quote(next(turn), safe="")})


def _value(route: Route, known: dict[str, object], name: str) -> object:
    """As ``address_of`` would fill it in."""
    return address_of(route._replace(path=f"%({name})s", parameters=(name,)), known).split("?")[0]


def fields_of_pages(person: Person, game: Game) -> list[Field]:
    """Of all forms on all pages, each once."""
    known = known_to(person, game)
    found: dict[tuple[str, str, str], Field] = {}
    for route in routes():
        if route.name in STREAMS or route.name.startswith("account_logout"):
            continue
        address = address_of(route, known)
        answer: Any = person.client.get(address)
        if answer.status_code != 200 or "html" not in answer.get("Content-Type", ""):
            continue
        for field in _fields(answer.content, address):
            found.setdefault((field.method, urlsplit(field.address).path, field.name), field)
    return list(found.values())


def _fields(page: bytes, address: str) -> Iterator[Field]:
    for form in BeautifulSoup(page, "html.parser").find_all("form"):
        assert isinstance(form, Tag)
        sent = {str(each["name"]): _sent(each) for each in form.select("[name]")}
        sent.pop("csrfmiddlewaretoken", None)
        method = "post" if str(form.get("method", "")).lower() == "post" else "get"
        target = urljoin(address, str(form.get("action") or ""))
        for name in sent:
            yield Field(method, target, name, {each: sent[each] for each in sent if each != name})


def _sent(field: Tag) -> str:
    return field.get_text() if field.name == "textarea" else str(field.get("value") or "")


class Operation(NamedTuple):
    """What the schema says can be asked of the API."""

    method: str
    path: str
    query: tuple[str, ...]
    body: frozenset[str]


def operations(schema: Any) -> Iterator[Operation]:
    for path, methods in schema["paths"].items():
        for method, each in methods.items():
            asked = each.get("parameters", ())
            query = tuple(one["name"] for one in asked if one.get("in") == "query")
            kinds = each.get("requestBody", {}).get("content", {})
            body = {name for kind in kinds.values() for name in _keys(schema, kind["schema"])}
            yield Operation(method, path, query, frozenset(body))


def _keys(schema: Any, part: Any) -> Iterator[str]:
    if "$ref" in part:
        part = schema["components"]["schemas"][part["$ref"].rsplit("/", 1)[1]]
    yield from part.get("properties", ())
    for several in ("oneOf", "anyOf", "allOf"):
        for inner in part.get(several, ()):
            yield from _keys(schema, inner)
