"""A bot level is one record, and a new one is found everywhere."""

import json
import re
from dataclasses import replace
from io import BytesIO, StringIO
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.names import refusal
from games.bots import random
from games.bots.levels import SUBSTITUTE, Goal, Level
from games.bots.registry import LEVELS
from games.lobby.terms import Terms
from games.management.figures import matches
from games.models import Game
from games.rules import game as rules
from games.rules.deal import deal_round
from games.rules.views import view_for
from tests.tables import bot_game

BOLD = Level(
    name="bold",
    label="Bold",
    seated="Bot, bold",
    note="dares what others only dream of.",
    choose=random.choose,
    goals={"easy": (Goal(1.0, 0.5),) * 4},
)


@pytest.fixture
def bold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LEVELS, "bold", BOLD)


@pytest.mark.django_db
def test_pages_offer_a_new_level_and_say_what_to_expect(bold: None, client: Client) -> None:
    new = client.get("/games/new/").content.decode()
    assert new.count('<option value="bold">Bot, bold</option>') == 4
    assert "<strong>Bold</strong> dares what others only dream of." in new
    assert re.search(r'name="level" value="bold"\s*>Bold\s*<', client.get("/").content.decode())
    client.post("/games/new/", {"players": "3", "seat_1": "bold"})
    game = Game.objects.get()
    assert "Bot, bold" in client.get(f"/games/{game.public_id}/").content.decode()


@pytest.mark.django_db
def test_a_new_level_takes_a_seat(bold: None) -> None:
    game = bot_game(3, level="bold")
    assert {*game.seats.exclude(bot="").values_list("bot", flat=True)} == {"bold"}


def test_the_api_knows_a_new_level(bold: None, client: Client) -> None:
    schemas = client.get("/api/v1/schema/").json()["components"]["schemas"]
    for named in (
        schemas["NewGameBody"]["properties"]["bots"]["items"],
        schemas["StartBody"]["properties"]["level"],
        schemas["SeatAnswer"]["properties"]["bot"],
        schemas["SeatAnswer"]["properties"]["kept_by"],
    ):
        assert {*named["enum"]} - {None} == {*LEVELS}


@pytest.mark.django_db
def test_no_player_takes_the_name_of_a_level(bold: None) -> None:
    for name in LEVELS:
        assert "is reserved here" in refusal(name.title())


def test_a_new_level_plays_for_other_programs(bold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    state = rules.deal(rules.new_game(3), deal_round(bytes(32), "", 3, 0))
    line = json.dumps(view_for(state, 0).to_json()).encode()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=BytesIO(line)))
    out = StringIO()
    call_command("bot", "bold", stdout=out)
    assert json.loads(out.getvalue())["type"] == "orient"


def test_a_new_level_is_measured_against_what_its_goals_name(bold: None) -> None:
    assert [key for key in matches() if key.startswith("bold:")] == [
        f"bold:easy:{players}" for players in (2, 3, 4, 5)
    ]


@pytest.mark.parametrize("lacking", ["name", "label", "seated", "note", "choose", "goals"])
def test_no_level_leaves_anything_out(lacking: str) -> None:
    said = {name: value for name, value in vars(BOLD).items() if name != lacking}
    with pytest.raises(TypeError, match=lacking):
        Level(**said)


@pytest.mark.parametrize(
    "changes",
    [
        {"label": ""},
        {"seated": ""},
        {"note": ""},
        {"goals": {}},
        {"goals": {"easy": ()}},
        {"goals": {"easy": (Goal(1.0, None),) * 3}},
    ],
)
def test_no_level_has_empty_words_or_goals(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="bold needs"):
        replace(BOLD, **changes)  # type: ignore[arg-type]


def test_every_level_but_the_weakest_has_goals_against_another() -> None:
    assert [name for name, level in LEVELS.items() if level.goals is None] == ["random"]
    for level in LEVELS.values():
        assert {*(level.goals or ())} <= {*LEVELS} - {level.name}


def test_the_substitute_is_a_level_and_the_same_everywhere() -> None:
    assert SUBSTITUTE in LEVELS
    assert Terms().substitute == Game().substitute == SUBSTITUTE
