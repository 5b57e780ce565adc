"""The programs' deal of the day."""

import pytest

from games.models import DayEntry, Game, Move
from tests.api.conftest import Program
from tests.tables import play_on

pytestmark = pytest.mark.django_db


def test_a_program_plays_once_and_its_game_is_shut_when_it_is_over(
    anna: Program, stranger: Program
) -> None:
    new = anna.get("/today/").body
    assert (new["state"], new["game"], new["points"]) == ("new", None, None)
    assert stranger.get("/today/").body == new
    assert stranger.post("/today/").status == 401
    begun = anna.post("/today/")
    assert (begun.status, begun.body["state"]) == (201, "playing")
    assert anna.post("/today/").status == 200
    game = Game.objects.get(public_id=begun.body["game"])
    view = anna.get(f"/games/{game.public_id}/").body["view"]
    assert (view["rounds"], view["seat"]) == (1, 0)
    play_on(game)
    over = anna.get("/today/").body
    assert over["state"] == "finished"
    assert over["points"] == DayEntry.objects.get().points
    for path in ("", "record/", "review/"):
        assert anna.get(f"/games/{game.public_id}/{path}").status == 404


def test_who_lost_the_answer_to_a_move_asks_again_though_the_game_is_shut(
    anna: Program, stranger: Program
) -> None:
    begun = anna.post("/today/")
    game = Game.objects.get(public_id=begun.body["game"])
    before = anna.get(f"/games/{game.public_id}/record/")
    assert (before.status, before.body["code"]) == (403, "not_over")
    play_on(game)
    last = Move.objects.filter(game=game, seat=0).latest("version")
    path, body = f"/games/{game.public_id}/moves/", {"seq": last.seq, **move_body(last)}
    again = anna.post(path, body)
    assert (again.status, again.body["state"], again.body["secret"]) == (200, "finished", None)
    later = anna.post(path, body | {"seq": last.seq + 1})
    assert (later.status, later.body["code"]) == (409, "game_over")
    assert later.body["game"] == again.body
    assert stranger.post(path, body).status == 401


def move_body(row: Move) -> dict[str, object]:
    """As it was sent."""
    keys = {
        "orient": ("flip",),
        "show": ("start", "stop"),
        "scout": ("end", "flip", "to"),
        "scout_and_show": ("end", "flip", "to", "start", "stop"),
    }[row.type]
    return {"type": row.type, **{key: getattr(row, key) for key in keys}}


def test_a_token_cannot_play_the_deal_of_people(anna: Program) -> None:
    anna.client.force_login(anna.user)  # type: ignore[arg-type]
    anna.client.handler.enforce_csrf_checks = False
    anna.client.post("/today/")
    game = DayEntry.objects.get().game
    move = {"seq": 0, "type": "orient", "flip": False}
    refused = anna.post(f"/games/{game.public_id}/moves/", move)
    assert (refused.status, refused.body["code"]) == (403, "programs_not_rated")
