"""People's rated games are played by hand, those of bot accounts by token."""

import pytest
from django.test import Client

from accounts.tokens.bot_account import make_bot_account
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.models import Game, Move, Rating
from games.rules.moves import move_to_json
from tests.api.conftest import Program, account
from tests.results.finished import finished, player
from tests.tables import ends_the_game, next_move, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.database]

RATED = Terms(players=2, rated=True, open=True)


def confirmed(name: str) -> Program:
    user = account(name)
    user.email_confirmed = True
    user.save()
    return Program(user)


def test_a_token_opens_and_joins_no_rated_game() -> None:
    anna, bert = confirmed("Anna"), confirmed("Bert")
    refusal = anna.post("/games/", {"players": 2, "rated": True})
    assert (refusal.status, refusal.body["code"]) == (403, "programs_not_rated")
    assert anna.user is not None
    game = create_game(user=anna.user, terms=RATED)
    refusal = bert.post(f"/games/{game.public_id}/join/")
    assert (refusal.status, refusal.body["code"]) == (403, "programs_not_rated")
    assert game.seats.count() == 1


def test_a_tokens_move_in_a_rated_game_is_refused_and_leaves_no_row() -> None:
    people = [confirmed("Anna"), confirmed("Bert")]
    users = [program.user for program in people]
    assert users[0] is not None
    assert users[1] is not None
    game = create_game(user=users[0], terms=RATED)
    join(game_id=game.pk, user=users[1])
    body = {"seq": 0, "type": "orient", "flip": False}
    refusal = people[0].post(f"/games/{game.public_id}/moves/", body)
    assert (refusal.status, refusal.body["code"]) == (403, "programs_not_rated")
    assert not Move.objects.filter(game=game).exists()
    # The same person, by the page.
    browser = Client()
    browser.force_login(users[0])
    path = f"/api/v1/games/{game.public_id}/moves/"
    made = browser.post(path, body, content_type="application/json")
    assert made.status_code == 201
    assert load(game).version == 1
    assert next_move(load(game).state)[0] == 1


def robot(name: str) -> Program:
    user = confirmed(name).user
    assert user is not None
    make_bot_account(user=user)
    return Program(user)


def test_two_bot_accounts_play_a_rated_game_that_changes_their_ratings_alone() -> None:
    maya = player("Maya")
    finished("Maya", "Bruno", rated=True)
    before = list(Rating.objects.order_by("pk").values())
    rita, robert = robot("Rita"), robot("Robert")
    game = rita.open(players=2, rated=True, open=True)
    assert (game["rated"], game["for_bot_accounts"]) == (True, True)
    (listed,) = robert.get("/games/?state=open").body["results"]
    assert (listed["id"], listed["for_bot_accounts"]) == (game["id"], True)
    for other in (Program(maya), confirmed("Ilse")):
        refusal = other.post(f"/games/{game['id']}/join/")
        assert (refusal.status, refusal.body["code"]) == (403, "bot_accounts_only")
    assert robert.post(f"/games/{game['id']}/join/").status == 200
    row = Game.objects.get(public_id=game["id"])
    # The first decisions and the last one are sent; those between are written as a log.
    for program in (rita, robert):
        made = program.play(program.look(game), {"type": "orient", "flip": False})
        assert made.status == 201, made.body
    play_on(row, until=ends_the_game)
    seat, move = next_move(load(row).state)
    program = (rita, robert)[seat]
    made = program.play(program.look(game), move_to_json(move))
    assert (made.status, made.body["state"], made.body["rated"]) == (201, "finished", True)
    assert list(Rating.objects.filter(bot_accounts=False).order_by("pk").values()) == before
    among_bots = Rating.objects.filter(bot_accounts=True)
    assert set(among_bots.values_list("user__username", "games")) == {("Rita", 1), ("Robert", 1)}


def test_a_bot_account_sits_down_at_no_rated_table_of_people_by_token_or_by_hand() -> None:
    anna, robert = confirmed("Anna"), robot("Robert")
    assert anna.user is not None
    game = create_game(user=anna.user, terms=RATED)
    browser = Client()
    assert robert.user is not None
    browser.force_login(robert.user)
    path = f"/games/{game.public_id}/join/"
    refusal = robert.post(path)
    assert (refusal.status, refusal.body["code"]) == (403, "programs_not_rated")
    by_hand = browser.post(f"/api/v1{path}", {}, content_type="application/json")
    assert (by_hand.status_code, by_hand.json()["code"]) == (403, "programs_not_rated")
    assert game.seats.count() == 1
