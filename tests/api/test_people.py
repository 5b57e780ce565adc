"""Whatever a person finds out about others, a program can; and nothing beyond."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Audience, Game
from tests.accounts.people import account
from tests.api.conftest import Program
from tests.pages.page import Page
from tests.tables import play_on

pytestmark = pytest.mark.django_db


def test_a_token_learns_whose_it_is(anna: Program, stranger: Program) -> None:
    me = anna.get("/me/").body
    assert (me["name"], me["username"], me["kind"], me["scope"]) == (
        *("Anna", "Anna", "member"),
        "play",
    )
    assert anna.user is not None
    assert Program(anna.user, scope="read").get("/me/").body["scope"] == "read"
    assert stranger.get("/me/").status == 401


def test_a_player_is_shown_as_on_the_profile(anna: Program, stranger: Program) -> None:
    game = Game.objects.get(public_id=anna.open(players=3, bots=["pip", "otto"])["id"])
    play_on(game)
    told = stranger.get("/players/Anna/").body
    assert (told["with_bots"]["games"], told["with_people"]["games"]) == (1, 0)
    assert told["with_bots"]["rounds"] == 3
    assert told["ratings"] == []
    page = Page(Client().get("/players/Anna/")).text
    assert f"{told['with_bots']['won']:.0%}".rstrip("%") in page
    User.objects.update(statistics_audience="nobody")
    assert stranger.get("/players/Anna/").status == stranger.get("/players/Nobody/").status == 404
    assert stranger.get("/players/Anna/").body == stranger.get("/players/Nobody/").body
    assert anna.get("/players/Anna/").status == 200


def test_leaderboards_come_in_pages(stranger: Program) -> None:
    board = stranger.get("/leaderboards/?players=3").body
    assert (board["players"], board["page"], board["lines"]) == (3, 1, [])
    assert stranger.get("/leaderboards/?accounts=bots").body["lines"] == []
    for wrong in ("players=7", "page=0", "page=x", "accounts=cats"):
        assert stranger.get(f"/leaderboards/?{wrong}").body["code"] == "bad_request"


def test_somebody_is_asked_by_name_and_says_yes_or_no(anna: Program, bert: Program) -> None:
    game = anna.open(players=3)
    path = f"/games/{game['id']}"
    assert anna.post(f"{path}/invite/", {"player": "Nobody"}).body["code"] == "unknown_player"
    assert anna.post(f"{path}/invite/", {"player": "Bert"}).status == 200
    (asked,) = bert.get("/invitations/").body["invitations"]
    assert (asked["game"], asked["by"], asked["players"]) == (game["id"], "Anna", 3)
    assert bert.post(f"{path}/decline/").body == {"invitations": []}
    assert bert.get(f"{path}/").status == 404
    anna.post(f"{path}/invite/", {"player": "Bert"})
    assert bert.post(f"{path}/join/").status == 200
    assert bert.post(f"{path}/invite/", {"player": "Anna"}).body["code"] == "not_creator"


def test_players_chat_and_others_read_it_when_the_game_is_over(
    anna: Program, bert: Program, stranger: Program
) -> None:
    game = anna.open(players=2, open=True)
    path = f"/games/{game['id']}"
    bert.post(f"{path}/join/")
    assert anna.post(f"{path}/chat/", {"text": "Good luck!"}).status == 201
    (said,) = bert.get(f"{path}/chat/").body["messages"]
    assert (said["seat"], said["text"], said["hidden"]) == (0, "Good luck!", False)
    assert stranger.get(f"{path}/chat/").status == 404
    assert stranger.post(f"{path}/chat/", {"text": "Me too"}).status == 401
    assert anna.post(f"{path}/chat/", {"text": " "}).body["code"] == "nothing_said"
    assert anna.post(f"{path}/chat/", {}).body["code"] == "bad_request"
    play_on(Game.objects.get(public_id=game["id"]))
    assert len(stranger.get(f"{path}/chat/").body["messages"]) == 1


def test_friends_are_listed_added_and_removed(anna: Program, stranger: Program) -> None:
    account("Bruno")
    assert anna.post("/friends/", {"player": "bruno"}).body["friends"] == [
        {"username": "Bruno", "here": False}
    ]
    assert anna.post("/friends/", {"player": "Anna"}).body["code"] == "not_yourself"
    assert anna.send("DELETE", "/friends/Bruno/", None).status == 204
    assert anna.send("DELETE", "/friends/Bruno/", None).status == 404
    assert anna.get("/friends/").body == {"friends": []}
    assert stranger.get("/friends/").status == 401


def test_records_are_listed_by_player_and_time(
    anna: Program, bert: Program, stranger: Program
) -> None:
    both = Game.objects.get(public_id=anna.open(players=2)["id"])
    bert.post(f"/games/{both.public_id}/join/", {"invitation": both.invitation})
    alone = Game.objects.get(public_id=anna.open(players=2, bots=["pip"])["id"])
    other = Game.objects.get(public_id=bert.open(players=2, bots=["pip"])["id"])
    for game in (both, alone, other):
        play_on(game)

    def ids(program: Program, query: str) -> list[str]:
        return [each["meta"]["id"] for each in program.get(f"/records/?{query}").body]

    assert ids(anna, "player=Anna") == [both.public_id, alone.public_id]
    assert ids(anna, "player=Bert") == [both.public_id]
    assert ids(stranger, "player=Anna") == []
    Game.objects.filter(pk=alone.pk).update(audience=Audience.OPEN)
    ended = anna.get("/records/?player=Anna").body[1]["meta"]["ended"].replace("+", "%2B")
    assert ids(anna, f"player=Anna&until={ended}") == [both.public_id]
    assert ids(anna, f"player=Anna&since={ended}") == [alone.public_id]
    assert stranger.get("/records/?player=Nobody").body["code"] == "not_found"
    User.objects.filter(username="Bert").update(statistics_audience="nobody")
    assert stranger.get("/records/?player=Bert").body["code"] == "not_found"
