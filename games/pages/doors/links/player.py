"""The player for whom a link stands."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.http import HttpRequest
from django.utils import timezone

from games.order.after.standing import NOTHING
from games.people.badges import name_of
from games.people.recipients import readers, written_for
from games.people.users import has_account
from games.words.people import avatar

BARE: dict[str, Any] = {
    "account": None,
    "user": None,
    "messages": [],
    "own_standing": NOTHING,
    "waiting_count": 0,
}
"""For templates: nothing of whoever is signed in, who may be somebody else."""


def bare_for(player: AbstractUser) -> dict[str, Any]:
    """Return a page's context: whose link it is, and nothing of whoever is signed in."""
    name = player.get_short_name()
    return {**BARE, "player": {"avatar": avatar(0, name[:2]), "name": name_of(player)}}


@contextmanager
def shown_to(request: HttpRequest, player: AbstractUser) -> Iterator[None]:
    """Answer as in the player's emails, but a guest's times in the browser's zone."""
    reader = readers([player.pk])[player.pk]
    request.LANGUAGE_CODE = reader.language
    if not has_account(player):
        reader = reader._replace(zone=timezone.get_current_timezone())
    with written_for(reader):
        yield


def sign_in_as(player: AbstractUser) -> str:
    """Return the name to sign in by; empty for guests, whose names are nobody's."""
    return player.get_username() if has_account(player) else ""
