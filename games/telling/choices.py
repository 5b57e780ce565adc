"""What links in emails do without signing in."""

from typing import Literal, NamedTuple

from django.contrib.auth import get_user_model
from django.db import transaction

from games.models import Topic
from games.notices.replan import replan
from games.people import links
from games.telling.when import choice_of, choices, read_choice

Scope = Literal["choose", "unsubscribe"]
"""The page of choices, or one-click unsubscribing."""

ALL_TOPICS = ",".join(Topic)


def choices_for(tell_turns: str, minutes: int) -> list[tuple[str, str, bool]]:
    """Return what can be chosen: (value, words, is it chosen now)."""
    chosen = choice_of(tell_turns, minutes)
    return [(value, words, value == chosen) for value, words in choices(minutes).items()]


class Chosen(NamedTuple):
    """A user's choice."""

    tell_turns: str
    minutes: int
    """How long a turn is unseen before ``each`` tells of it."""
    link_key: str
    not_by_mail: str

    @property
    def unsubscribed(self) -> bool:
        """Whether no email about games goes out, whatever is chosen."""
        return self.not_by_mail == ALL_TOPICS


def token_for(*, user_id: int, link_key: str, scope: Scope) -> str:
    """Return an unforgeable token for an email link; a new password ends it."""
    return links.sign(scope, user_id=user_id, link_key=link_key)


def user_of(token: str, *, scope: Scope) -> int | None:
    """Return the token's user, maybe a guest, if valid for ``scope`` and still there."""
    link = links.read(token, scope)
    return link.user.pk if link is not None and not link.parts else None


def chosen_by(*, user_id: int) -> Chosen:
    """Return what a user has chosen."""
    users = get_user_model().objects.filter(pk=user_id)
    return Chosen(
        *users.values_list("tell_turns", "unseen_minutes", "link_key", "not_by_mail").get()
    )


def stop_emails(*, user_id: int) -> None:
    """Send a user no more emails about games; other ways stay as they are."""
    get_user_model().objects.filter(pk=user_id).update(not_by_mail=ALL_TOPICS)


def choose(*, user_id: int, choice: str) -> None:
    """Set when a user is told of turns; raise ``ValueError`` for unknown choices.

    Choosing to be told brings emails back, also after complaints, but not after bounces.
    """
    users = get_user_model().objects.filter(pk=user_id)
    own_minutes = users.values_list("unseen_minutes", flat=True).get()
    tell_turns, minutes = read_choice(choice, minutes=own_minutes)
    with transaction.atomic():
        users.update(tell_turns=tell_turns, unseen_minutes=minutes)
        if tell_turns != "none":
            users.filter(not_by_mail=ALL_TOPICS).update(not_by_mail="")
            users.filter(mail_paused_reason="complaint").update(mail_paused_reason="")
        replan(user_id=user_id)
