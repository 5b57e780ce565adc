"""Accounts for tests, made as people make them."""

import re

from allauth.account.models import EmailAddress
from django.test import Client

from accounts.models import User

PASSWORD = "a tent full of cards"


def sign_up(client: Client, name: str = "Maya", email: str = "maya@example.org") -> User:
    """The client is signed in afterwards."""
    answer = client.post(
        "/account/signup/",
        {"username": name, "email": email, "password1": PASSWORD, "tell_turns": "on"},
    )
    assert answer.status_code == 302, answer.context["form"].errors
    return User.objects.get(username=name)


def account(name: str = "Bruno", email: str = "bruno@example.org") -> User:
    """A confirmed address, without the form; emails about turns unseen for 10 minutes."""
    user = User.objects.create_user(name, email, PASSWORD, tell_turns="each")
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
    user.refresh_from_db()
    return user


def sign_in(client: Client, login: str, password: str = PASSWORD) -> bool:
    """Return whether the form accepted it."""
    answer = client.post("/account/login/", {"login": login, "password": password})
    return answer.status_code == 302


def code_in(text: str) -> str:
    """The sign-in code of an email."""
    found = re.search(r"^([A-Z0-9-]{6,})$", text, re.MULTILINE)
    assert found, text
    return found[1]
