"""Clients that generators make of the schema play a whole game, with nothing of ours beside them.

Each plays in a process of its own, against bots, on a running site.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.test_live import Caller, site

pytestmark = pytest.mark.slow

GENERATORS = Path(sys.executable).parent
DOCS = Path(__file__).parents[2] / "docs" / "examples"

WITH_OPENAPI_PYTHON_CLIENT = """
import json, random, sys, time

from client import AuthenticatedClient
from client.api.records import list_records
from client.api.games import create_game, list_games, make_move, read_game, read_record
from client.models import Bot, Game, GameState, NewGameBody, Record, Refusal, RefusalCode
from client.models import OrientBody, RefusalWithGame, ScoutAndShowBody, ScoutBody, ShowBody

BODIES = {"orient": OrientBody, "show": ShowBody, "scout": ScoutBody,
          "scout_and_show": ScoutAndShowBody}
client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
body = NewGameBody(players=3, bots=[Bot.PIP, Bot.OTTO], turn_seconds=None)
made = create_game.sync_detailed(client=client, body=body, idempotency_key="only-one")
assert made.status_code == 201, made
assert made.headers["Location"] == f"/api/v1/games/{made.parsed.id}/", made.headers
game = made.parsed
chance, kinds = random.Random(1), set()
early = read_record.sync(game.id, client=client)
assert isinstance(early, Refusal) and early.code is RefusalCode.NOT_OVER
while game.state is GameState.RUNNING:
    if not game.view.legal:
        time.sleep(0.2)
        game = read_game.sync(game.id, client=client)
        continue
    move = chance.choice(game.view.legal)
    kinds.add(move.type_)
    sent = BODIES[move.type_].from_dict({"seq": game.seq, **move.to_dict()})
    game = make_move.sync(game.id, client=client, body=sent)
    assert isinstance(game, Game), game
assert make_move.sync_detailed(game.id, client=client, body=sent).status_code == 200
stale = make_move.sync(game.id, client=client, body=OrientBody(seq=0, type_="orient", flip=True))
assert isinstance(stale, RefusalWithGame) and stale.game.id == game.id, stale
record = read_record.sync(game.id, client=client)
assert isinstance(record, Record) and record.totals == game.view.scores
assert len(record.rounds) == 3 and record.rounds[0].moves[0].seat == record.rounds[0].starter
assert [each.id for each in list_games.sync(client=client, mine=True).results] == [game.id]
assert {"orient", "show", "scout", "scout_and_show"} == kinds, kinds
[line] = list_records.sync(client=client).splitlines()
assert Record.from_dict(json.loads(line)) == record
print(game.state.value, game.id)
"""

WITH_DATAMODEL_CODE_GENERATOR = """
import random, sys, time
from urllib.request import Request, urlopen

from models import EndedBy, Game, GameState, MoveBody, NewGameBody, Record

def call(method, path, body=None):
    sent = None if body is None else body.model_dump_json(exclude_unset=True).encode()
    asked = Request(f"{sys.argv[1]}/api/v1{path}", sent, method=method)
    asked.add_header("Authorization", f"Bearer {sys.argv[2]}")
    asked.add_header("Content-Type", "application/json")
    with urlopen(asked) as answer:
        return answer.read()

terms = NewGameBody(players=3, bots=["pip", "otto"], turn_seconds=None)
game = Game.model_validate_json(call("POST", "/games/", terms))
while game.state is GameState.running:
    if not game.view.legal:
        time.sleep(0.2)
        game = Game.model_validate_json(call("GET", f"/games/{game.id}/"))
        continue
    move = random.choice(game.view.legal).model_dump()
    body = MoveBody.model_validate({"seq": game.seq, **move})
    game = Game.model_validate_json(call("POST", f"/games/{game.id}/moves/", body))
record = Record.model_validate_json(call("GET", f"/games/{game.id}/record/"))
assert record.totals == game.view.scores
assert all(isinstance(each.ended_by, EndedBy) for each in record.rounds)
print(game.state.value, game.id)
"""


def run(*command: object, folder: Path) -> str:
    done = subprocess.run(
        [*map(str, command)],
        capture_output=True,
        check=False,
        cwd=folder,
        env={**os.environ, "PATH": f"{GENERATORS}:{os.environ['PATH']}", "PYTHONPATH": str(folder)},
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def play(program: str, folder: Path, robot: Caller) -> str:
    """Return the state of the game that the program says it played."""
    token = robot.headers["Authorization"].split()[1]
    url = f"http://localhost:{robot.port}"
    said = run(sys.executable, "-W", "error", "-c", program, url, token, folder=folder)
    state, game = said.split()[:2]
    assert robot.call("GET", f"/games/{game}/")["state"] == state
    return state


def test_generated_clients_play_whole_games(variables: dict[str, str], tmp_path: Path) -> None:
    with site(variables) as robot:
        schema = tmp_path / "schema.json"
        schema.write_bytes(robot.open("GET", "/schema/").read())

        output = ("--output-path", tmp_path / "client", "--meta", "none")
        settings = ("--config", DOCS / "openapi_client.yml", "--fail-on-warning")
        run(
            "openapi-python-client",
            "generate",
            "--path",
            schema,
            *output,
            *settings,
            folder=tmp_path,
        )
        assert play(WITH_OPENAPI_PYTHON_CLIENT, tmp_path, robot) == "finished"

        kind = ("--input-file-type", "openapi", "--output-model-type", "pydantic_v2.BaseModel")
        output = ("--output", tmp_path / "models.py", "--formatters", "builtin")
        run("datamodel-codegen", "--input", schema, *kind, *output, folder=tmp_path)
        assert play(WITH_DATAMODEL_CODE_GENERATOR, tmp_path, robot) == "finished"
