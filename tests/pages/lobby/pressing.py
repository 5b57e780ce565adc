"""Players and waiting tables."""

from django.test import Client

from accounts.models import User
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game
from tests.pages.page import Page


def account(name: str) -> User:
    return User.objects.create_user(name, email_confirmed=True)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def table_of(user: User, **terms: object) -> Game:
    return create_game(user=user, terms=Terms(**terms))  # type: ignore[arg-type]


def page(client: Client, path: str) -> Page:
    return Page(client.get(path))


def press(client: Client, path: str, **fields: object) -> Page:
    """As a browser without scripts."""
    return Page(client.post(path, fields, follow=True))
