"""A program's plan: made, read and withdrawn by its own seat, and nobody else's business."""

from typing import Any

import pytest
from django.test import Client

from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game, Plan
from games.play.move import enter_move
from games.rules.orders import order_to_json
from tests.api.conftest import Program, account
from tests.api.test_rated import RATED, confirmed
from tests.play.plans.planned import Planned, planned, plans
from tests.tables import play_on

pytestmark = pytest.mark.django_db

SHOW = {"move": {"type": "show", "start": 0, "stop": 1}}


@pytest.fixture
def table(anna: Program, bert: Program) -> Planned:
    """Open to all, and not yet Anna's turn."""
    assert anna.user is not None
    assert bert.user is not None
    game = create_game(user=anna.user, terms=Terms(players=3, open=True))
    join(game_id=game.pk, user=bert.user)
    join(game_id=game.pk, user=account("Cleo"))
    return planned(game, moves=4, planner=0)


def path_of(table: Planned) -> str:
    return f"/games/{table.game.public_id}/plan/"


def body_of(table: Planned, **changes: Any) -> dict[str, Any]:
    orders = [order_to_json(order) for order in table.orders]
    return {"seq": table.seq, "orders": orders} | changes


def test_a_plan_is_read_as_it_was_put_until_it_is_withdrawn(anna: Program, table: Planned) -> None:
    path, body = path_of(table), body_of(table)
    assert anna.get(path)[:2] == (204, None)
    assert anna.send("PUT", path, body)[:2] == (200, body)
    assert anna.get(path)[:2] == (200, body)
    other = body_of(table, orders=[SHOW])
    assert anna.send("PUT", path, other)[:2] == (200, other)
    assert anna.get(path).body == other
    for _ in range(2):
        assert anna.send("DELETE", path, None)[:2] == (204, None)
    assert anna.get(path)[:2] == (204, None)


def test_for_everybody_else_there_is_none(
    anna: Program, bert: Program, stranger: Program, table: Planned
) -> None:
    path, body = path_of(table), body_of(table)
    dora = Program(account("Dora"))
    nowhere = dora.get("/games/aaaaaaaaaaaa/plan/")
    before = [dora.get(path)[:2], stranger.get(path)[:2], bert.get(path)[:2]]
    assert anna.send("PUT", path, body).status == 200
    assert [dora.get(path)[:2], stranger.get(path)[:2], bert.get(path)[:2]] == before
    assert before == [nowhere[:2], nowhere[:2], (204, None)]
    for method in ("PUT", "DELETE"):
        assert dora.send(method, path, body)[:2] == nowhere[:2]
        assert stranger.send(method, path, body).status == 401
    assert bert.send("DELETE", path, None).status == 204
    assert plans(table.game) == [0]


def test_a_token_for_reading_reads_a_plan_and_makes_none(anna: Program, table: Planned) -> None:
    reader = Program(anna.user, scope="read")
    path = path_of(table)
    for method in ("PUT", "DELETE"):
        refusal = reader.send(method, path, body_of(table))
        assert (refusal.status, refusal.body["code"]) == (403, "forbidden")
    anna.send("PUT", path, body_of(table))
    assert reader.get(path).body == body_of(table)


def test_a_plan_for_another_decision_is_stale_and_comes_with_the_game(
    anna: Program, table: Planned
) -> None:
    for seq in (-1, 0, table.seq + 1, 10**30):
        refusal = anna.send("PUT", path_of(table), body_of(table, seq=seq))
        assert (refusal.status, refusal.body["code"]) == (409, "stale")
        assert refusal.body["game"] == anna.look({"id": table.game.public_id})
    assert anna.send("PUT", f"{path_of(table)}?legal=maybe", body_of(table)).status == 422
    assert plans(table.game) == []


def test_there_is_nothing_to_plan_on_ones_own_turn_before_the_start_and_after_the_end(
    anna: Program, table: Planned
) -> None:
    path = path_of(table)
    enter_move(
        game_id=table.game.pk,
        seat=table.mover,
        move=table.move,
        seq=table.seq,
        actor="player",
    )
    refusal = anna.send("PUT", path, body_of(table, seq=table.seq + 1))
    assert (refusal.status, refusal.body["code"]) == (422, "wrong_phase")
    play_on(table.game)
    refusal = anna.send("PUT", path, body_of(table))
    assert (refusal.status, refusal.body["code"]) == (409, "game_over")
    assert refusal.body["game"]["state"] == "finished"
    waiting = anna.open(players=3)
    path = f"/games/{waiting['id']}/plan/"
    refusal = anna.send("PUT", path, {"seq": 0, "orders": [SHOW]})
    assert (refusal.status, refusal.body["code"]) == (409, "not_started")
    assert anna.get(path).status == anna.send("DELETE", path, None).status == 204


@pytest.mark.parametrize(
    "body",
    [
        *({}, [], None, "show", b"", b"{", b'{"seq": 0, "seq": 0, "orders": []}', b"\xff"),
        {"orders": [SHOW]},
        {"seq": 3},
        {"seq": 3, "orders": [SHOW], "why": "because"},
        {"seq": True, "orders": [SHOW]},
        {"seq": 3.0, "orders": [SHOW]},
        {"seq": 3, "orders": SHOW},
        {"seq": 3, "orders": []},
        {"seq": 3, "orders": [SHOW] * 6},
    ],
)
def test_what_is_no_plan_is_a_bad_plan(anna: Program, table: Planned, body: Any) -> None:
    if isinstance(body, dict) and body.get("seq") == 3 and type(body["seq"]) is int:
        body = body | {"seq": table.seq}
    refusal = anna.send("PUT", path_of(table), body)
    assert (refusal.status, refusal.body["code"]) == (422, "bad_plan")
    assert refusal.body.keys() == {"code", "error"}


@pytest.mark.parametrize(
    ("order", "fault"),
    [
        ({"move": {"type": "show", "start": 0, "stop": 40}}, "no_such_cards"),
        ({"move": {"type": "orient", "flip": True}}, "wrong_phase"),
        (SHOW | {"card": "3/7"}, "bad_move"),
        ({"move": {"type": "pass"}}, "bad_move"),
        ("show", "bad_move"),
    ],
)
def test_a_bad_order_is_named_with_its_own_fault(
    anna: Program, table: Planned, order: Any, fault: str
) -> None:
    body = body_of(table, orders=[SHOW, SHOW, order])
    refusal = anna.send("PUT", path_of(table), body)
    assert refusal.status == 422
    assert refusal.body["error"]
    told = {key: value for key, value in refusal.body.items() if key != "error"}
    assert told == {"code": "bad_plan", "order": 2, "fault": fault}
    assert plans(table.game) == []


def test_at_a_rated_table_a_token_plans_nothing_and_its_owner_may() -> None:
    anna, bert = confirmed("Anna"), confirmed("Bert")
    assert anna.user is not None
    assert bert.user is not None
    game = create_game(user=anna.user, terms=RATED)
    join(game_id=game.pk, user=bert.user)
    table = planned(game, planner=0)
    path, body = path_of(table), body_of(table)
    browser = Client()
    browser.force_login(anna.user)
    made = browser.put(f"/api/v1{path}", body, content_type="application/json")
    assert (made.status_code, made.json()) == (200, body)
    for method in ("PUT", "DELETE"):
        refusal = anna.send(method, path, body)
        assert (refusal.status, refusal.body["code"]) == (403, "programs_not_rated")
    assert anna.get(path).body == body


def test_a_key_belongs_to_one_request(anna: Program, table: Planned) -> None:
    path, body = path_of(table), body_of(table)
    for _ in range(2):
        assert anna.send("PUT", path, body, Idempotency_Key="k1").body == body
    other = anna.send("PUT", path, body_of(table, orders=[SHOW]), Idempotency_Key="k1")
    assert (other.status, other.body["code"]) == (422, "key_reused")
    assert anna.send("DELETE", path, None, Idempotency_Key="k2")[:2] == (204, None)
    assert not Plan.objects.exists()


def test_a_browser_needs_its_token_against_other_sites(anna: Program, table: Planned) -> None:
    assert anna.user is not None
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(anna.user)
    path = f"/api/v1{path_of(table)}"
    assert browser.put(path, body_of(table), content_type="application/json").status_code == 403
    assert browser.delete(path).status_code == 403
    assert not Game.objects.get(pk=table.game.pk).seats.filter(plan__isnull=False)
