"""Programs ask to take moves back, and answer."""

import pytest

from games.models import Game
from tests.api.conftest import Program
from tests.tables import play_on

pytestmark = pytest.mark.django_db


def test_programs_ask_agree_and_decline(anna: Program, bert: Program) -> None:
    game = anna.open(players=2, open=True)
    path = f"/games/{game['id']}/"
    bert.post(f"{path}join/", {})
    play_on(Game.objects.get(public_id=game["id"]), 2 + 3)
    before = anna.look(game)
    told = anna.get(f"{path}rewind/").body
    assert told["asked"] is None
    assert [turn["move"] for turn in told["turns"]] == before["view"]["history"]
    to = told["turns"][1]["to"]
    asked = anna.post(f"{path}rewind/", {"action": "ask", "to": to})
    assert asked.status == 200
    assert asked.body["rewind"] == {**asked.body["rewind"], "to": to, "by": 0, "agreed": [0]}
    assert asked.body["view"]["to_act"] == []
    assert bert.get(f"{path}rewind/").body["asked"]["to"] == to
    declined = bert.post(f"{path}rewind/", {"action": "decline", "to": to})
    assert (declined.body["rewind"], declined.body["seq"]) == (None, before["seq"])
    late = bert.post(f"{path}rewind/", {"action": "agree", "to": to})
    assert (late.status, late.body["code"]) == (409, "not_asked")
    again = anna.post(f"{path}rewind/", {"action": "ask", "to": to})
    assert (again.status, again.body["code"]) == (403, "asked_before")
    bert.post(f"{path}rewind/", {"action": "ask", "to": to})
    done = anna.post(f"{path}rewind/", {"action": "agree", "to": to}).body
    assert done["view"]["history"] == before["view"]["history"][:1]
    assert done["seq"] == before["seq"] + 1
    assert done["version"] > before["version"]
