"""A program that knows the guide and the schema alone: it plays, is rated, checks and counts.

What it needs of our examples it fetches from the guide, as anybody would.
"""

import secrets
from types import ModuleType
from typing import Any

import pytest
from django.test import Client

from accounts.tokens.bot_account import make_bot_account
from games.tasks import rate_again
from tests.accounts.people import account
from tests.api.conftest import Program

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def robot(name: str) -> Program:
    user = account(name, f"{name.lower()}@example.org")
    make_bot_account(user=user)
    return Program(user)


def fetched(name: str) -> Any:
    """An example as the guide has it."""
    text = Client().get(f"/developers/examples/{name}").text
    module = ModuleType(name)
    exec(compile(text, name, "exec"), module.__dict__)  # noqa: S102 (our own example)
    return module


def chosen(view: dict[str, Any]) -> dict[str, Any]:
    """The longest Show, or else whatever comes first."""
    shows = [move for move in view["legal"] if move["type"] == "show"]
    longest = sorted(shows, key=lambda move: move["start"] - move["stop"])
    return {**(longest or view["legal"])[0]}


def test_it_plays_is_rated_checks_the_deal_and_counts_its_figures() -> None:
    host, guest = robot("Robot"), robot("Rita")
    assert host.get("/me/").body["kind"] == "bot"
    promised = host.post("/commitments/").body["commitment"]
    parts = [secrets.token_hex(16), secrets.token_hex(16)]
    terms = {"players": 2, "rated": True, "open": True, "turn_seconds": 86400}
    game = host.open(**terms, commitment=promised, part=parts[0])
    (found,) = guest.get("/games/?state=open").body["results"]
    path = f"/games/{found['id']}"
    game = guest.post(f"{path}/join/", {"part": parts[1]}).body
    assert (game["commitment"], game["parts"], game["proof"]) == (promised, parts, "before")
    assert game["parts_sent"] == [True, True]
    programs = [host, guest]
    while game["state"] == "running":
        seat = game["view"]["to_act"][0]
        view = programs[seat].get(f"{path}/").body["view"]
        reply = programs[seat].post(f"{path}/moves/", {"seq": game["seq"], **chosen(view)})
        assert reply.status == 201, reply.body
        game = reply.body
    assert game["secret"]

    record = guest.get(f"{path}/record/").body
    assert record["meta"]["deal"]["parts"][1] == parts[1]
    assert fetched("verify_deal.py").fault(record) == ""

    rate_again()
    told = [each.get(f"/players/{each.get('/me/').body['username']}/").body for each in programs]
    (ratings, others) = [each["ratings"] for each in told]
    assert (ratings[0]["players"], ratings[0]["games"]) == (2, 1)
    winner = record["winners"] == [0]
    assert (ratings[0]["rating"] > others[0]["rating"]) == winner

    records = guest.get("/records/?player=Rita").body
    counted = fetched("figures.py").figures(record["meta"]["names"][1], records, "people")
    shown = told[1]["with_people"]
    assert (counted["games"], counted["rounds"]) == (shown["games"], shown["rounds"])
    for name in ("won", "points_a_round", "cards_a_show", "flipped"):
        assert float(counted[name] or 0) == pytest.approx(shown[name] or 0), name
    assert {str(key): count for key, count in counted["points"].items()} == shown["points"]
    kinds = {"Show": "show", "Scout": "scout", "Scout & Show": "scout_and_show"}
    for said, name in kinds.items():
        assert counted["turns"].get(said, 0) == shown[name]
