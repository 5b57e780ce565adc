"""The schema tells the truth: every answer matches it."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

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

from games.api import examples
from games.api.bodies import PLAIN
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
            for what in ("moves", "join", "leave", "start", "rematch", "keep")
        ),
        (f"{game}take_back/", "post"),
        (f"{game}plan/", "get", "put", "delete"),
        (f"{game}record/", "get"),
        (f"{game}review/", "get", "post"),
        ("/api/v1/records/", "get"),
        ("/api/v1/commitments/", "post"),
        ("/api/v1/today/", "get", "post"),
    }
    for operations in paths.values():
        for operation in operations.values():
            assert {"401", "429"} <= {*operation["responses"]}
            assert operation["description"]
            assert operation["operationId"]


RAISED = re.compile(r'(?:RuleError|refused)\(\s*"([a-z_]+)"')
ON_PAGES_ALONE = {
    *("games/play/chat.py", "games/play/hints.py", "games/play/notes.py", "games/play/nudges.py"),
    *("games/lobby/friends.py", "games/people/friends.py"),
    *("games/play/chair_offers.py", "games/lobby/taking_over.py"),
    "games/play/plans/changing.py",
}
"""What programs can't do. Blocks are made on pages, too, but hold for programs."""


def test_the_schema_lists_every_code_of_a_refusal() -> None:
    listed = set(schema()["components"]["schemas"]["ErrorAnswer"]["properties"]["code"]["enum"])
    raised = {
        code
        for room in ("api", "lobby", "people", "play", "words")
        for module in (ROOT / "games" / room).rglob("*.py")
        if module.relative_to(ROOT).as_posix() not in ON_PAGES_ALONE
        for code in RAISED.findall(module.read_text())
    }
    assert len(raised) > 20
    assert raised - {"not_yourself"} <= listed
    assert {"bad_text", "suspended", "banned", "muted"} <= listed


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


def test_games_in_all_states_are_of_the_schema(anna: Program, stranger: Program) -> None:
    whole = schema()
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
        check(whole, answers["GameAnswer"], each)
    check(whole, answers["GamePageAnswer"], anna.get("/games/").body)
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
            if number % 2 and case.path_parameters and is_plain(case.path_parameters[ID]):
                case.path_parameters[ID] = ids[number // 2 % 3]
            # No schema can tell a legal move, a plan in its place, or a time that is too far off.
            judged = case.operation.path.endswith(("/moves/", "/plan/"))
            timed = isinstance(case.body, dict) and case.body.get("starts_at") is not None
            excluded = [positive_data_acceptance] if judged or timed else []
            case.call_and_validate(headers=anna.headers, excluded_checks=excluded)

        with own_connection():
            given(case=operation.as_strategy(generation_mode=mode))(ask)()
