"""What tokens and apps may do."""

from collections.abc import Iterable
from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

NOTED_EVERY = timedelta(minutes=5)
"""The shortest time between two records of a token's, or an app's, use."""


class Scope(models.TextChoices):
    """What a token allows, or an app."""

    READ = "read", _("read my games")
    PLAY = "play", _("read and play")


SENTENCES = {
    Scope.READ: (
        _("See who you are here: your name and your kind of account."),
        _("See your games as you see them, your hand included, and read their chat."),
        _("See who invites you, and your list of friends."),
    ),
    Scope.PLAY: (
        _("Open games, sit down, play, plan ahead and leave in your name."),
        _("Write in the chat, invite people, and change your list of friends."),
    ),
}
"""In the words of players; whoever may play may also read."""


def widest(scopes: Iterable[str]) -> Scope:
    """Return the most that ``scopes`` allow."""
    return Scope.PLAY if Scope.PLAY in scopes else Scope.READ
