"""Programs find, open, join, start, leave and play games."""

from base64 import b64decode
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from accounts.guests.lifetime import new_guest
from games.models import Game, Seat
from games.play.chairs import leave
from tests.api.conftest import Program, account
from tests.cast import LAYLA, cast
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db

GAME = {"id", "name", "state", "seats", "version", "seq", "head", "deadline", "view", "rewind"}
DEAL = {"commitment", "parts", "parts_sent", "secret", "proof"}
FACTS = {
    "players",
    "turn_seconds",
    "starts_at",
    "rated",
    "for_bot_accounts",
    "open",
    "show_legal_sets",
    "rest_counts",
    "invitation",
}
MARKS = ("bot", "bot_account", "guest", "moderator")
ORIENT = {"type": "orient", "flip": False}


def test_a_game_against_bots_begins_at_once_with_bots_in_the_last_seats(anna: Program) -> None:
    game = anna.open(players=4, bots=["otto", "ada"], name="Friday", open=False)
    assert game.keys() == GAME | FACTS | DEAL
    assert (game["state"], game["view"], game["name"]) == ("open", None, "Friday")
    assert [(seat["seat"], seat["bot"]) for seat in game["seats"]] == [
        *((0, None), (2, "otto"), (3, "ada"))
    ]
    assert game["seats"][0] == {
        "seat": 0,
        "name": "Anna",
        "bot": None,
        "bot_account": False,
        "kept_by": None,
        "guest": False,
        "moderator": False,
        "holiday_until": None,
    }
    begun = anna.open(players=3, bots=["easy", "easy"])
    assert begun["state"] == "running"
    assert begun["view"]["format"] == "scout-view/1"
    assert (begun["view"]["seat"], begun["version"], begun["seq"]) == (0, 0, 0)
    assert begun["invitation"] is None


def test_levels_of_before_stand_for_characters_and_none_sits_twice(anna: Program) -> None:
    game = anna.open(players=5, bots=["expert", "easy", "steady", "expert"])
    assert [(seat["name"], seat["bot"]) for seat in game["seats"][1:]] == [
        *(("Ada", "ada"), ("Pip", "pip"), ("Mabel", "mabel"), ("Corvo", "corvo"))
    ]


def test_an_old_game_answers_what_it_had(anna: Program) -> None:
    game = anna.open(players=3, bots=["pip", "ada"])
    Seat.objects.filter(bot="ada").update(bot="expert", name="Juno")
    Seat.objects.filter(bot="pip").update(bot="random")
    shown = anna.look(game)["seats"]
    assert [(seat["name"], seat["bot"]) for seat in shown[1:]] == [
        *(("Pip", "random"), ("Juno", "expert"))
    ]


def test_a_game_says_whether_it_is_open_and_shows_legal_sets(
    anna: Program, stranger: Program
) -> None:
    closed = anna.open(players=3, show_legal_sets=False)
    assert (closed["open"], closed["show_legal_sets"]) == (False, False)
    anna.open(players=3, open=True)
    row = stranger.get("/games/").body["results"][0]
    assert (row["open"], row["show_legal_sets"], row["rated"]) == (True, True, False)


def test_the_deadline_is_in_utc_to_the_second(anna: Program) -> None:
    game = anna.open(players=2, bots=["easy"], turn_seconds=86400)
    at = datetime.strptime(game["deadline"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    assert 86000 < (at - datetime.now(UTC)).total_seconds() <= 86400
    assert anna.open(players=2, bots=["easy"], turn_seconds=None)["deadline"] is None


def test_who_has_the_invitation_may_join(anna: Program, bert: Program) -> None:
    game = anna.open(players=2)
    assert game["state"] == "open"
    path = f"/games/{game['id']}/join/"
    for body in ({}, {"invitation": "guess"}, {"invitation": 3}, {"other": True}):
        assert bert.post(path, body).status == 404
    joined = bert.post(path, {"invitation": game["invitation"]})
    assert joined.status == 200
    assert (joined.body["state"], joined.body["view"]["seat"]) == ("running", 1)
    assert bert.post(path, {"invitation": game["invitation"]}).status == 200
    assert anna.look(game)["state"] == "running"
    again = Program(account("Cleo")).post(path, {"invitation": game["invitation"]})
    assert (again.status, again.body["code"]) == (409, "already_started")


def test_the_creator_starts_early_with_bots(anna: Program, bert: Program) -> None:
    game = anna.open(players=4, open=True)
    bert.post(f"/games/{game['id']}/join/")
    path = f"/games/{game['id']}/start/"
    refusal = bert.post(path)
    assert (refusal.status, refusal.body["code"]) == (403, "not_creator")
    started = anna.post(path, {"level": "otto"}).body
    assert started["state"] == "running"
    assert [seat["bot"] for seat in started["seats"]] == [None, None, "otto", "tilly"]


def test_who_leaves_before_the_start_frees_the_seat(anna: Program, bert: Program) -> None:
    game = anna.open(players=3)
    bert.post(f"/games/{game['id']}/join/", {"invitation": game["invitation"]})
    left = bert.post(f"/games/{game['id']}/leave/")
    assert left.status == 200
    assert [seat["seat"] for seat in left.body["seats"]] == [0]
    assert bert.get(f"/games/{game['id']}/").status == 404
    assert anna.post(f"/games/{game['id']}/leave/").status == 200
    assert not Game.objects.filter(public_id=game["id"]).exists()


def test_who_left_sees_what_a_spectator_sees(anna: Program, bert: Program) -> None:
    game = anna.open(players=2, open=True)
    bert.post(f"/games/{game['id']}/join/")
    after = bert.post(f"/games/{game['id']}/leave/").body
    assert (after["view"]["seat"], after["view"]["hand"]) == (None, None)
    assert after["seats"][1]["kept_by"] == "steady"
    assert anna.play(game, ORIENT).status == 201
    refusal = bert.play(game, ORIENT)
    assert (refusal.status, refusal.body["code"]) == (403, "not_seated")


def test_a_kept_chair_is_taken_back(anna: Program) -> None:
    game = anna.open(players=2, bots=["easy"])
    same = anna.post(f"/games/{game['id']}/take_back/")
    assert (same.status, same.body["version"]) == (200, game["version"])


def test_a_rematch_is_a_new_game_with_the_same_seats(anna: Program) -> None:
    game = anna.open(players=2, bots=["easy"])
    path = f"/games/{game['id']}/rematch/"
    refusal = anna.post(path)
    assert (refusal.status, refusal.body["code"]) == (403, "not_over")
    play_on(Game.objects.get(public_id=game["id"]))
    again = anna.post(path)
    assert again.status == 200
    assert again.body["id"] != game["id"]
    assert again.body["view"]["seat"] == 0


def test_lists_hold_open_games_and_my_own(anna: Program, bert: Program, stranger: Program) -> None:
    shown = anna.open(players=3, open=True)
    hidden = anna.open(players=3)
    alone = anna.open(players=2, bots=["easy"])

    def ids(program: Program, query: str = "") -> list[str]:
        return [row["id"] for row in program.get(f"/games/{query}").body["results"]]

    assert ids(anna) == [alone["id"], hidden["id"], shown["id"]]
    assert ids(bert) == ids(stranger) == [shown["id"]]
    assert ids(anna, "?state=running") == [alone["id"]]
    assert ids(bert, "?mine=true") == []
    assert stranger.get("/games/?mine=true").status == 401
    assert anna.get("/games/?state=won").status == 422
    assert anna.get("/games/?cursor=x").status == 404
    row = anna.get("/games/").body["results"][0]
    assert row.keys() == (GAME | FACTS) - {"view", "invitation", "head", "rewind"}


def test_lists_come_in_pages(anna: Program) -> None:
    games = [anna.open(players=3, open=True)["id"] for _ in range(52)]
    first = anna.get("/games/").body
    assert len(first["results"]) == 50
    rest = anna.get(first["next"].split("/api/v1")[1]).body
    found = [row["id"] for row in first["results"] + rest["results"]]
    assert found == games[::-1]
    assert rest["next"] is None
    # Links are the site's own, under whatever name it was asked.
    assert first["next"].startswith("http://localhost:8000/api/v1/games/?cursor=")
    elsewhere = anna.get("/games/?state=open", Host="localhost:6666").body["next"]
    assert elsewhere.startswith("http://localhost:8000/api/v1/games/?cursor=")
    assert elsewhere.endswith("&state=open")
    back = anna.get(first["next"].split("/api/v1")[1], Host="127.0.0.1:6666").body["previous"]
    assert back.startswith("http://localhost:8000/api/v1/games/?cursor=")


def test_a_place_in_the_list_tells_no_number_of_games(anna: Program) -> None:
    for _ in range(52):
        anna.open(players=3, open=True)
    last = Game.objects.order_by("created_at")[2]
    link = anna.get("/games/").body["next"]
    told = b64decode(parse_qs(urlsplit(link).query)["cursor"][0]).decode()
    assert parse_qs(told) == {"p": [str(last.created_at)]}


def test_games_opened_at_one_moment_come_once_each_page_after_page(anna: Program) -> None:
    games = {anna.open(players=3, open=True)["id"] for _ in range(103)}
    Game.objects.update(created_at=datetime(2026, 11, 21, tzinfo=UTC))
    found: list[str] = []
    path = "/games/"
    for _ in range(3):
        page = anna.get(path).body
        found += [row["id"] for row in page["results"]]
        path = (page["next"] or "").removeprefix("http://localhost:8000/api/v1")
    assert path == ""
    assert found == sorted(games, reverse=True)


@pytest.mark.parametrize("address", ["", "record/", "stream/"])
def test_what_one_may_not_see_does_not_exist_for_reading(
    anna: Program, bert: Program, stranger: Program, address: str
) -> None:
    game = anna.open(players=2, bots=["easy"])
    for program in (bert, stranger):
        for name in (game["id"], "none"):
            reply = program.get(f"/games/{name}/{address}")
            if address != "stream/":
                hidden = (401, "not_signed_in") if program is stranger else (404, "not_found")
                assert (reply.status, reply.body["code"]) == hidden
            else:
                # A server without streams has none of any game.
                assert reply.status == 501


@pytest.mark.parametrize("address", ["moves", "join", "leave", "start", "take_back", "rematch"])
@pytest.mark.parametrize("body", [{}, {"seq": 0, **ORIENT}, [], b"{", {"invitation": "x"}])
def test_what_one_may_not_see_does_not_exist_for_writing(
    anna: Program, bert: Program, stranger: Program, address: str, body: object
) -> None:
    game = anna.open(players=2, bots=["easy"])
    there = bert.post(f"/games/{game['id']}/{address}/", body)
    nowhere = bert.post(f"/games/none/{address}/", body)
    assert there[:2] == nowhere[:2]
    assert there.status == 404 or body == b"{"
    assert stranger.post(f"/games/{game['id']}/{address}/", body).status == 401


def test_a_spectator_watches_an_open_game(stranger: Program) -> None:
    game = people_game(3, open_to_all=True)
    seen = stranger.look({"id": game.public_id})
    assert (seen["view"]["seat"], seen["view"]["hand"], seen["view"]["legal"]) == (None, None, [])
    leave(game_id=game.pk, seat=0)
    assert stranger.look(seen)["seats"][0]["kept_by"] == "steady"


def test_a_finished_game_by_invitation_is_for_who_has_its_link(bert: Program) -> None:
    game = people_game(2)
    play_on(game)
    assert bert.get(f"/games/{game.public_id}/").status == 404
    assert (
        bert.look({"id": game.public_id}, f"?invitation={game.invitation}")["state"] == "finished"
    )
    record = bert.get(f"/games/{game.public_id}/record/?invitation={game.invitation}")
    assert record.body["format"] == "scout-record/1"


def test_a_guest_plays_by_the_session_of_a_browser() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(new_guest())
    terms = '{"players": 2, "bots": ["easy"]}'
    refused = client.post("/api/v1/games/", terms, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    client.get("/account/signup/")
    token = client.cookies["csrftoken"].value
    made = client.post(
        "/api/v1/games/", terms, content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert made.status_code == 201


def test_a_bot_account_is_shown_as_one(anna: Program) -> None:
    robot = Program(account("Robot", is_bot=True))
    friendly = anna.open(players=3, open=True)
    seats = robot.post(f"/games/{friendly['id']}/join/").body["seats"]
    assert seats[1]["name"] == "Robot (bot)"


def test_seats_say_who_is_a_guest_a_bot_or_a_moderator(anna: Program) -> None:
    game = cast().play(1)
    listed = anna.get("/games/").body["results"]
    shown = anna.get(f"/games/{game.public_id}/").body
    for seats in (shown["seats"], listed[0]["seats"]):
        assert [(seat["name"], [mark for mark in MARKS if seat[mark]]) for seat in seats] == [
            (LAYLA, []),
            ("Ilse", ["moderator"]),
            ("Gus", ["guest"]),
            ("Robo (bot)", ["bot_account"]),
            ("Lev", ["bot"]),
        ]


@pytest.mark.parametrize(
    "terms",
    [
        {"players": 6},
        {"players": "many"},
        {"bots": ["master"]},
        {"bots": ["random"]},
        {"players": 2, "bots": ["easy", "easy"]},
        {"name": "x" * 81},
        {"turn_seconds": 5},
        {"colour": "red"},
        [],
        "a game",
    ],
)
def test_terms_that_fit_no_game_are_refused(anna: Program, terms: object) -> None:
    refusal = anna.post("/games/", terms)
    assert refusal.status == 422
    assert refusal.body.keys() == {"code", "error", "faults"}
    assert not Game.objects.exists()


def test_all_faults_of_a_body_are_told_with_their_places(anna: Program) -> None:
    terms = {"players": 6, "bots": ["pip", "master"], "col/our": "red", "open": True}
    refusal = anna.post("/games/", terms).body
    places = [fault["pointer"] for fault in refusal["faults"]]
    assert sorted(places) == ["/bots/1", "/col~1our", "/players"]
    assert all(fault["error"] for fault in refusal["faults"])
    assert anna.post("/games/", [1]).body["faults"][0]["pointer"] == ""


def test_what_was_made_says_where_it_is(anna: Program) -> None:
    made = anna.post("/games/", {"players": 2, "bots": ["pip"]}, Idempotency_Key="one")
    again = anna.post("/games/", {"players": 2, "bots": ["pip"]}, Idempotency_Key="one")
    moved = anna.play(made.body, {"type": "orient", "flip": False})
    day = anna.post("/today/")
    assert [each.status for each in (made, again, moved, day)] == [201] * 4
    for reply in (made, again, moved):
        assert reply.headers["Location"] == f"/api/v1/games/{made.body['id']}/"
    assert day.headers["Location"] == f"/api/v1/games/{day.body['game']}/"
    assert "Location" not in anna.post("/today/").headers


@pytest.mark.parametrize(
    "part", [int("1" * 32), True, f" {'1' * 32}", f"{'1' * 32}\n", "1" * 31, "A" * 32, ["1" * 32]]
)
def test_a_part_is_a_string_of_exactly_its_digits(anna: Program, part: object) -> None:
    refused = anna.post("/games/", {"players": 2, "part": part})
    assert (refused.status, refused.body["code"]) == (422, "bad_request")
    assert not Game.objects.exists()


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
@pytest.mark.parametrize("path", ["", "/", "/nowhere", "/nowhere/", "/games/a/b/c/"])
def test_an_address_that_is_none_is_refused_in_json(anna: Program, method: str, path: str) -> None:
    refused = anna.send(method, path, None)
    assert (refused.status, refused.body["code"]) == (404, "not_found")
    assert refused.body["error"]
