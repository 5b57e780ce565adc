"""Moderators, players and a table."""

import re

from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from games.lobby.blocking import block
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game
from games.order.moderators import NAME, make_group
from tests.pages.seats import all_keep

__all__ = ["block", "confirm", "fields_of", "moderator", "player", "table_of"]


def player(name: str) -> User:
    return User.objects.create_user(name, f"{name.lower()}@example.org", email_confirmed=True)


def moderator(name: str = "Ada") -> User:
    """Without other rights."""
    make_group()
    user = User.objects.create_user(name, is_staff=True)
    user.groups.add(Group.objects.get(name=NAME))
    return User.objects.get(pk=user.pk)


def table_of(*users: User, open_to_all: bool = True, rated: bool = False) -> Game:
    """All hands kept as dealt."""
    terms = Terms(players=len(users), name="Saturday cards", open=open_to_all, rated=rated)
    game = create_game(user=users[0], terms=terms)
    for user in users[1:]:
        join(game_id=game.pk, user=user, invitation=game.invitation)
    all_keep(game)
    return game


def fields_of(page: str, name: str) -> list[str]:
    """Of fields and buttons."""
    return re.findall(rf'name="{name}" value="([^"]+)"', page)


def confirm(browser: Client, page: str = "") -> None:
    """Press every button of ``page``, by default the current one: each warning has its own."""
    page = page or browser.get("/notices/").content.decode()
    for warning in fields_of(page, "warning"):
        browser.post("/notices/read/", {"warning": warning})
    browser.post("/notices/read/", {"notice": fields_of(page, "notice")})
