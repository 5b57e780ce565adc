"""A program's moves: once each, by the rules, for the decision they were made for."""

import re
from typing import Any

import pytest

from games.log.kept import keep
from games.log.store import load
from games.models import Game, Move
from games.play.chairs import leave
from games.play.move import Entered, enter_move
from tests.api.conftest import Program, account
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db

ORIENT = {"type": "orient", "flip": False}


@pytest.fixture
def game(anna: Program) -> Any:
    return anna.open(players=2, bots=["easy"])


def test_a_whole_game_is_played_over_the_api(anna: Program) -> None:
    bert = Program(account("Bert"))
    game = anna.open(players=2)
    bert.post(f"/games/{game['id']}/join/", {"invitation": game["invitation"]})
    seen = [anna.look(game), bert.look(game)]
    while seen[0]["state"] == "running":
        for seat, program in enumerate((anna, bert)):
            seen[seat] = program.look(game)
            if legal := seen[seat]["view"]["legal"]:
                assert seat in seen[seat]["view"]["to_act"]
                shows = [move for move in legal if move["type"] == "show"]
                reply = program.play(seen[seat], (shows or legal)[0])
                assert (reply.status, reply.body["version"]) == (201, seen[seat]["version"] + 1)
                seen[seat] = reply.body
        seen = [anna.look(game), bert.look(game)]
    assert [each["view"]["phase"] for each in seen] == ["over", "over"]
    assert seen[0]["view"]["winners"]
    assert seen[0]["view"]["to_act"] == []
    refusal = anna.play(seen[0], {"type": "show", "start": 0, "stop": 1})
    assert (refusal.status, refusal.body["code"]) == (409, "game_over")
    assert refusal.body["game"] == seen[0]


def test_the_same_move_again_changes_nothing_and_is_answered_200(anna: Program, game: Any) -> None:
    first = anna.play(game, ORIENT)
    again = anna.play(game, ORIENT)
    assert (first.status, again.status) == (201, 200)
    assert again.body == first.body
    other = anna.play(game, {"type": "orient", "flip": True})
    assert (other.status, other.body["code"]) == (403, "not_your_turn")
    play_on(Game.objects.get(public_id=game["id"]), 3)
    later = anna.play(game, ORIENT)
    assert later.status == 200
    assert later.body["version"] == 4
    assert Move.objects.filter(seat=0, type="orient").count() == 1


def test_a_move_for_another_decision_is_stale_and_comes_with_the_game(
    anna: Program, game: Any
) -> None:
    play_on(Game.objects.get(public_id=game["id"]), 3)
    move = {"type": "show", "start": 0, "stop": 1}
    for seq in (-1, 0, 99, 10**30):
        refusal = anna.play(game | {"seq": seq}, move)
        assert (refusal.status, refusal.body["code"]) == (409, "stale")
        assert refusal.body["error"]
        assert refusal.body["game"] == anna.look(game)


def test_a_move_that_waits_for_another_process_is_answered_with_the_game_after_it(
    anna: Program, game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Game.objects.get(public_id=game["id"])
    play_on(row, 3)
    before, seq = load(row), anna.look(game)["seq"]

    def enter_late(**move: Any) -> Entered:
        play_on(row, 4)
        keep(before)
        return enter_move(**move)

    monkeypatch.setattr("games.play.move.enter_move", enter_late)
    refusal = anna.play(game | {"seq": seq}, {"type": "show", "start": 0, "stop": 1})
    assert (refusal.status, refusal.body["code"]) == (409, "stale")
    assert refusal.body["game"]["seq"] > seq
    assert refusal.body["game"] == anna.look(game)


def test_legal_false_leaves_the_list_out(anna: Program, game: Any) -> None:
    assert anna.look(game, "?legal=false")["view"]["legal"] is None
    path = f"/games/{game['id']}/moves/?legal=false"
    assert anna.post(path, {"seq": 0, **ORIENT}).body["view"]["legal"] is None
    assert anna.get(f"/games/{game['id']}/?legal=maybe").status == 422


def test_where_the_table_hides_legal_sets_no_answer_lists_them(
    anna: Program, bert: Program, stranger: Program
) -> None:
    terms = {"players": 2, "open": True, "show_legal_sets": False}
    game = anna.open(**terms)
    begun = bert.post(f"/games/{game['id']}/join/").body
    moved = anna.play({"id": game["id"], "seq": 0}, ORIENT)
    assert moved.status == 201
    late = anna.play({"id": game["id"], "seq": 7}, {"type": "show", "start": 0, "stop": 1})
    assert late.status == 409
    answers = [begun, moved.body, late.body["game"]]
    answers += [
        each.look(game, query) for each in (anna, bert, stranger) for query in ("", "?legal=true")
    ]
    assert [answer["view"]["legal"] for answer in answers] == [None] * 9
    assert anna.open(players=2, bots=["easy"])["view"]["legal"], "another table lists them"


@pytest.mark.parametrize(
    "body",
    [
        *({}, [], None, "show", 3, b"", b"{", b'{"seq": NaN}', b'{"seq": 0, "seq": 0}', b"\xff"),
        {"seq": 0},
        {"seq": 0, "type": "pass"},
        {"seq": 0, "type": "orient"},
        {"seq": 0, "type": "orient", "flip": 0},
        {"seq": 0, "type": "orient", "flip": True, "to": 0},
        {"seq": 0.0, "type": "orient", "flip": True},
        {"seq": True, "type": "orient", "flip": True},
        {"seq": "0", "type": "orient", "flip": True},
        {"type": "orient", "flip": True},
        {"seq": 0, "type": "show", "start": 0, "stop": 1.0},
        {"seq": 0, "type": "scout", "end": "middle", "flip": False, "to": 0},
    ],
)
def test_what_is_no_move_is_a_bad_move(anna: Program, game: Any, body: object) -> None:
    refusal = anna.post(f"/games/{game['id']}/moves/", body)
    assert (refusal.status, refusal.body["code"]) == (422, "bad_move")
    assert refusal.body.keys() == {"code", "error"}


def test_a_move_against_the_rules_says_which_rule(anna: Program, game: Any) -> None:
    early = anna.play(game, {"type": "show", "start": 0, "stop": 1})
    assert (early.status, early.body["code"]) == (422, "wrong_phase")
    play_on(Game.objects.get(public_id=game["id"]), 2)
    now = anna.look(game)
    if now["view"]["turn"] == 0:
        refusal = anna.play(now, {"type": "show", "start": 0, "stop": 0})
        assert (refusal.status, refusal.body["code"]) == (422, "no_such_cards")
        refusal = anna.play(now, {"type": "scout", "end": "left", "flip": False, "to": 0})
        assert (refusal.status, refusal.body["code"]) == (422, "nothing_to_scout")
    else:
        refusal = anna.play(now, {"type": "show", "start": 0, "stop": 1})
        assert (refusal.status, refusal.body["code"]) == (403, "not_your_turn")


def test_who_does_not_sit_there_makes_no_move(anna: Program, stranger: Program) -> None:
    watched = {"id": people_game(2, open_to_all=True).public_id, "seq": 0}
    refusal = anna.play(watched, ORIENT)
    assert (refusal.status, refusal.body["code"]) == (403, "not_seated")
    refusal = stranger.play(watched, ORIENT)
    assert (refusal.status, refusal.body["code"]) == (401, "not_signed_in")
    assert refusal.headers["WWW-Authenticate"] == "Bearer"


def test_a_game_that_has_not_begun_takes_no_move(anna: Program) -> None:
    refusal = anna.play(anna.open(players=3), ORIENT)
    assert (refusal.status, refusal.body["code"]) == (409, "not_started")


def test_a_voided_game_takes_no_move(anna: Program, bert: Program) -> None:
    game = anna.open(players=2, open=True)
    game = bert.post(f"/games/{game['id']}/join/").body
    played = Game.objects.get(public_id=game["id"])
    for seat in (0, 1):
        leave(game_id=played.pk, seat=seat)
    seen = anna.look(game)
    assert (seen["state"], seen["view"]["winners"], seen["view"]["to_act"]) == ("voided", None, [])
    assert anna.get(f"/games/{game['id']}/record/").status == 403


def test_a_request_with_a_key_is_done_once(anna: Program) -> None:
    terms = {"players": 3, "name": "Once"}
    first = anna.post("/games/", terms, Idempotency_Key="k1")
    again = anna.post("/games/", terms, Idempotency_Key="k1")
    assert first[:2] == again[:2]
    assert Game.objects.count() == 1
    reused = anna.post("/games/", {"players": 4}, Idempotency_Key="k1")
    assert (reused.status, reused.body["code"]) == (422, "key_reused")
    elsewhere = anna.post(f"/games/{first.body['id']}/leave/", {}, Idempotency_Key="k1")
    assert (elsewhere.status, elsewhere.body["code"]) == (422, "key_reused")
    assert anna.post("/games/", terms, Idempotency_Key="k" * 201).status == 422


def test_a_key_is_its_owners_alone(anna: Program, bert: Program) -> None:
    anna.post("/games/", {"players": 3}, Idempotency_Key="k1")
    assert bert.post("/games/", {"players": 4}, Idempotency_Key="k1").status == 201


def test_a_move_with_a_key_is_told_by_the_log(anna: Program, game: Any) -> None:
    assert anna.play(game, ORIENT, Idempotency_Key="k1").status == 201
    play_on(Game.objects.get(public_id=game["id"]), 2)
    again = anna.play(game, ORIENT, Idempotency_Key="k1")
    assert (again.status, again.body) == (200, anna.look(game))
    reused = anna.play(game, {"type": "orient", "flip": True}, Idempotency_Key="k1")
    assert (reused.status, reused.body["code"]) == (422, "key_reused")


def test_a_refused_request_leaves_its_key_free(anna: Program) -> None:
    assert anna.post("/games/", {"players": 9}, Idempotency_Key="k1").status == 422
    assert anna.post("/games/", {"players": 3}, Idempotency_Key="k1").status == 201


def test_the_tag_of_an_answer_tells_no_running_number_and_cannot_be_tried_out(
    anna: Program, settings: Any
) -> None:
    game = anna.open(players=2, open=True)
    path = f"/games/{game['id']}/"
    tag = anna.get(path).headers["ETag"]
    assert re.fullmatch('"[0-9a-f]{32}"', tag)
    assert anna.get(path).headers["ETag"] == tag
    settings.SECRET_KEY = "another site's key"
    assert anna.get(path).headers["ETag"] != tag


def test_an_unchanged_game_is_not_sent_again(anna: Program, bert: Program) -> None:
    game = anna.open(players=2, open=True)
    path = f"/games/{game['id']}/"
    tag = anna.get(path).headers["ETag"]
    for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        reply = anna.get(path, If_None_Match=known)
        assert (reply.status, reply.body, reply.headers["ETag"]) == (304, None, tag)
    assert bert.get(path, If_None_Match=tag).status == 200
    assert anna.get(f"{path}?legal=false", If_None_Match=tag).status == 200
    bert.post(f"{path}join/")
    assert anna.get(path, If_None_Match=tag).status == 200
    for address in ("/games/", "/games/?mine=true"):
        tag = anna.get(address).headers["ETag"]
        assert anna.get(address, If_None_Match=tag).status == 304
