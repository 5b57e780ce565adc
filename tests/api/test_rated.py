"""Rated games are played by hand: what a token may not do, and a browser may."""

import pytest
from django.test import Client

from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.models import Move
from tests.api.conftest import Program, account
from tests.tables import next_move

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
