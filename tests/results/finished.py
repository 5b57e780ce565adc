"""Accounts' finished games, for statistics and ratings."""

from datetime import UTC, datetime, timedelta

import time_machine

from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game
from tests.tables import play_on

START = datetime(2026, 3, 1, 18, tzinfo=UTC)


def player(name: str) -> User:
    return User.objects.get_or_create(username=name, defaults={"email_confirmed": True})[0]


def table(*names: str, rated: bool = False, open_to_all: bool = False, bots: int = 0) -> Game:
    """Bots sit after people; the first round is dealt."""
    people = [player(name) for name in names]
    players = len(people) + bots
    levels = dict.fromkeys(range(len(people), players), "easy")
    terms = Terms(players=players, rated=rated, open=open_to_all, bots=levels)
    game = create_game(user=people[0], terms=terms)
    for user in people[1:]:
        join(game_id=game.pk, user=user, invitation=game.invitation)
    return game


def finished(
    *names: str, rated: bool = False, open_to_all: bool = False, bots: int = 0, day: int = 0
) -> Game:
    """Each on another `day`."""
    with time_machine.travel(START + timedelta(days=day), tick=False):
        game = table(*names, rated=rated, open_to_all=open_to_all, bots=bots)
        play_on(game)
    return game
