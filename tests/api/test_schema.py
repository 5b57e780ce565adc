"""The schema tells the truth: every answer matches it."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import grimp
import jsonschema_rs
import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from games.api.bodies import PLAIN
from games.api.codes import CODES
from games.api.shapes import examples
from games.models import Game
from tests.api.conftest import Program
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]


def schema() -> Any:
    answer = Client().get("/api/v1/schema/")
    assert answer["Content-Type"].startswith("application/vnd.oai.openapi+json")
    return json.loads(answer.content)


def test_the_schema_has_no_helpers_of_the_library() -> None:
    assert "x-spec" not in Client().get("/api/v1/schema/").text


def test_every_address_is_in_the_schema_with_all_its_answers() -> None:
    paths = schema()["paths"]
    game = "/api/v1/games/{public_id}/"
    assert {(path, *operations) for path, operations in paths.items()} == {
        ("/api/v1/games/", "get", "post"),
        (game, "get"),
        *(
            (f"{game}{what}/", "post")
            for what in (
                *("moves", "join", "leave", "start", "rematch", "keep"),
                *("invite", "decline"),
            )
        ),
        (f"{game}chat/", "get", "post"),
        ("/api/v1/me/", "get"),
        ("/api/v1/players/{name}/", "get"),
        ("/api/v1/leaderboards/", "get"),
        ("/api/v1/invitations/", "get"),
        ("/api/v1/friends/", "get", "post"),
        ("/api/v1/friends/{name}/", "delete"),
        (f"{game}take_back/", "post"),
        (f"{game}plan/", "get", "put", "delete"),
        (f"{game}rewind/", "get", "post"),
        (f"{game}record/", "get"),
        (f"{game}log/", "get"),
        (f"{game}witness/", "get"),
        ("/api/v1/witness/", "get"),
        (f"{game}review/", "get", "post"),
        ("/api/v1/records/", "get"),
        ("/api/v1/commitments/", "post"),
        ("/api/v1/today/", "get", "post"),
        (f"{game}stream/", "get"),
        ("/api/v1/stream/", "get"),
    }
    for operations in paths.values():
        for operation in operations.values():
            assert {"401", "429"} <= {*operation["responses"]}
            assert operation["description"]
            assert operation["operationId"]


NOT_BY_PROGRAM = {
    # What own records and views are refused for, by the commands.
    "games.rules.records",
    "games.rules.view_reading",
    # Private notes are for pages.
    "games.play.notes",
}
BETWEEN_MOVES = {"round_over"}
"""Raised by the rules of a round alone, which no move enters without those of the game."""
RAISED = re.compile(r'(?:\w+Error|refused)\(\s*"([a-z_]+)"')


def behind_the_api() -> list[str]:
    """The texts of all modules that a program's request can reach."""
    graph = grimp.build_graph("games")
    reached = graph.find_upstream_modules("games.api", as_package=True)
    doors = graph.find_descendants("games.api")
    paths = [ROOT.joinpath(*module.split(".")) for module in {*reached, *doors} - NOT_BY_PROGRAM]
    return [
        (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text()
        for path in paths
        if path.name != "codes"
    ]


def test_the_schema_lists_the_codes_of_refusals_and_no_others() -> None:
    listed = {*schema()["components"]["schemas"]["RefusalCode"]["enum"]}
    around = [ROOT / "scoutsite" / name for name in ("bodies.py", "failures.py")]
    texts = [*behind_the_api(), *(path.read_text() for path in around)]
    raised = {code for text in texts for code in RAISED.findall(text)}
    assert len(raised) > 30
    assert raised - BETWEEN_MOVES <= listed
    # Some are given to an error in other ways.
    assert all(any(f'"{code}"' in text for text in texts) for code in listed)


def test_every_code_has_a_meaning_and_a_status_that_some_answer_has() -> None:
    whole = schema()
    said = whole["components"]["schemas"]["RefusalCode"]["description"]
    answered = {
        int(status)
        for operations in whole["paths"].values()
        for operation in operations.values()
        for status in operation["responses"]
    }
    for code, (status, meaning) in CODES.items():
        assert f"`{code}` ({status}): {meaning}" in said
        assert meaning.endswith(".")
        # A method that an address doesn't have, a crash, and a server without streams.
        assert status in answered | {405, 500, 501}


def test_headers_and_answers_of_many_parts_are_typed() -> None:
    whole = schema()
    assert whole["info"]["license"]["name"]
    assert {each["url"] for each in whole["servers"]}
    for path, operations in whole["paths"].items():
        for method, operation in operations.items():
            named = {
                each.get("$ref", "").rpartition("/")[2] for each in operation.get("parameters", ())
            }
            answers = operation["responses"]
            headers = {status: {*told.get("headers", ())} for status, told in answers.items()}
            assert headers["429"] == headers["503"] == {"Retry-After"}
            assert ("Idempotency-Key" in named) == (method != "get"), path
            assert ("If-None-Match" in named) == ("304" in answers)
            assert ("Last-Event-ID" in named) == path.endswith("/stream/")
            if "304" in answers:
                assert headers["200"] & headers["304"] == {"ETag"}
            if "201" in answers:
                assert "Location" in headers["201"]
    parts = {
        "/api/v1/records/": ("application/x-ndjson", "Record"),
        "/api/v1/stream/": ("text/event-stream", "GameEvent"),
        f"{GAME}stream/": ("text/event-stream", "GameEvent"),
    }
    for path, (kind, name) in parts.items():
        content = whole["paths"][path]["get"]["responses"]["200"]["content"]
        assert content[kind]["schema"] == {
            "type": "string",
            "contentMediaType": kind,
            "contentSchema": {"$ref": f"#/components/schemas/{name}"},
        }


def test_what_a_game_is_made_of_has_a_name_and_a_description() -> None:
    components = schema()["components"]["schemas"]
    move = [each["$ref"].rpartition("/")[2] for each in components["Move"]["oneOf"]]
    assert move == ["Orient", "Show", "Scout", "ScoutAndShow"]
    for name in (*move, "View", "LastRound", "SeatScore", "Game", "RecordedRound", "GameEvent"):
        for key, value in components[name]["properties"].items():
            # A reference has its component's.
            assert "const" in value or "$ref" in value or value.get("description"), (name, key)
    assert not [name for name in components if name[-1].isdigit()]
    assert not any("properties" in part for part in inlined(components))


def inlined(components: Any) -> Iterator[Any]:
    """Whatever stands within a component."""
    waiting = [part for component in components.values() for part in component.values()]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            yield part
        if isinstance(part, dict | list):
            waiting += part.values() if isinstance(part, dict) else part


def test_every_example_is_of_its_schema_and_does_what_it_says(anna: Program) -> None:
    found = schema()
    assert anna.post("/games/", examples.NEW_GAME).status == 201
    game = anna.open(players=3, bots=["easy", "easy"])
    with_examples = (("/api/v1/games/", "post"), (f"{GAME}moves/", "post"), (f"{GAME}plan/", "put"))
    for path, method in with_examples:
        body = found["paths"][path][method]["requestBody"]["content"]["application/json"]
        assert body["examples"]
        for example in body["examples"].values():
            check(found, body["schema"], example["value"])
    for move in examples.MOVES.values():
        assert anna.post(f"/games/{game['id']}/moves/", move).status in (201, 409)


ID = "public_id"
GAME = f"/api/v1/games/{{{ID}}}/"


def is_plain(text: str) -> bool:
    return re.search(PLAIN, unquote(text)) is not None


def check(whole: Any, part: Any, value: Any) -> None:
    jsonschema_rs.validate({**part, "components": whole["components"]}, value)


def closed(whole: Any) -> Any:
    """The schema without leave for keys that it doesn't name, which later versions may have."""
    for component in whole["components"]["schemas"].values():
        if component.get("type") == "object":
            component["additionalProperties"] = False
    return whole


def test_games_in_all_states_are_of_the_schema(anna: Program, stranger: Program) -> None:
    whole = closed(schema())
    answers = whole["components"]["schemas"]
    game = anna.open(players=3, bots=["easy", "easy"])
    played = Game.objects.get(public_id=game["id"])
    seen = [anna.open(players=3), game]
    while seen[-1]["state"] == "running":
        play_on(played, 7)
        seen += [anna.look(game, "?legal=false"), anna.look(game)]
    other = people_game(4, open_to_all=True)
    play_on(other, 9)
    seen.append(stranger.look({"id": other.public_id}))
    for each in seen:
        check(whole, answers["Game"], each)
    check(whole, answers["GamePage"], anna.get("/games/").body)
    record = anna.get(f"/games/{game['id']}/record/").body
    path = whole["paths"][f"{GAME}record/"]["get"]["responses"]["200"]["content"]
    check(whole, path["application/json"]["schema"], record)


@contextmanager
def own_connection() -> Iterator[None]:
    """Requests keep the test's connection open."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode))
def test_schemathesis_finds_nothing(anna: Program, mode: GenerationMode) -> None:
    game = anna.open(players=3, bots=["easy", "easy"])
    over = anna.open(players=2, bots=["easy"])
    play_on(Game.objects.get(public_id=over["id"]))
    ids = [game["id"], over["id"], anna.open(players=3, open=True)["id"]]
    loaded = schemathesis.openapi.from_dict(schema())
    loaded.app = WSGIHandler()
    turn = iter(range(10**9))
    for result in loaded.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        if operation.path.endswith("/stream/"):
            continue  # they never end
        takes = operation.path_parameters or operation.query or operation.body
        if mode == GenerationMode.NEGATIVE and not takes:
            # Nothing can be wrong in it.
            continue

        @settings(
            max_examples=15,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def ask(case: Any) -> None:
            # About half of the ids exist: nobody guesses one.
            number = next(turn)
            # One with control characters stays, or what is wrong with it would be gone.
            named = (case.path_parameters or {}).get(ID)
            if number % 2 and named is not None and is_plain(named):
                case.path_parameters[ID] = ids[number // 2 % 3]
            # No schema can tell a legal move, a plan in its place, or a time that is too far off.
            judged = case.operation.path.endswith(("/moves/", "/plan/", "/chat/"))
            body = case.body if isinstance(case.body, dict) else {}
            timed = body.get("starts_at") is not None
            # Nor terms that fit together, a name that somebody has, or a key that is new.
            terms = body.keys() & {"players", "bots", "rated", "player", "commitment"}
            keyed = "Idempotency-Key" in (case.headers or {})
            excluded = [positive_data_acceptance] if judged or timed or terms or keyed else []
            # In the process nothing unpacks what is compressed, as it would over the network.
            plain = {**anna.headers, "Accept-Encoding": "identity"}
            case.call_and_validate(headers=plain, excluded_checks=excluded)

        with own_connection():
            given(case=operation.as_strategy(generation_mode=mode))(ask)()
