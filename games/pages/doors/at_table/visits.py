"""A visit to a table: its viewer, and the addresses that the viewer's page uses."""

from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.urls import reverse

from games.pages.doors.requests import HtmxHttpRequest

User = AbstractUser | AnonymousUser


class Visit(NamedTuple):
    """A viewer of a table, and the addresses they use."""

    user: User
    table: str
    move: str
    board: str
    chat: str = ""
    replay: str = ""
    plan: str = ""
    one_turn: bool = False
    """By a link that plays one turn."""
    trial: bool = False
    """A move of a finished game is tried again, or a position practised."""
    asked: str = "games/review/_trying.html"
    """The template of what a trial asks, which its headline holds."""

    @property
    def bare(self) -> bool:
        """Whether nothing but the move is offered."""
        return self.one_turn or self.trial


def visit_of(request: HtmxHttpRequest, public_id: str) -> Visit:
    """Return the visit of whoever is signed in."""
    return Visit(
        request.user,
        table=reverse("games:table", args=[public_id]),
        move=reverse("games:move", args=[public_id]),
        board=reverse("games:board", args=[public_id]),
        chat=reverse("games:chat", args=[public_id]),
        replay=reverse("games:replay", args=[public_id]),
        plan=reverse("games:plan", args=[public_id]),
    )
