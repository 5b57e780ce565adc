"""What links in emails do without signing in."""

from typing import Literal

from django.contrib.auth import get_user_model
from django.core import signing
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.notices.schedule import replan

Scope = Literal["choose", "unsubscribe"]
"""The page of choices, or one-click unsubscribing."""

CHOICES: dict[str, Promise] = {
    "each": _("Each turn, after {minutes} minutes unseen"),
    "daily": _("One a day"),
    "deadline": _("Only near deadlines"),
    "none": _("None"),
}


def token_for(*, user_id: int, scope: Scope) -> str:
    """Return an unforgeable token for an email link."""
    return _signer(scope).sign(format(user_id, "x"))


def user_of(token: str, *, scope: Scope) -> int | None:
    """Return the token's user, if valid for ``scope`` and still there."""
    try:
        user_id = int(_signer(scope).unsign(token), 16)
    except (signing.BadSignature, ValueError):
        return None
    users = get_user_model().objects.filter(pk=user_id, is_active=True, is_guest=False)
    return user_id if users.exists() else None


def chosen_by(*, user_id: int) -> tuple[str, int]:
    """Return a user's choice and the minutes unseen."""
    users = get_user_model().objects.filter(pk=user_id)
    choice, minutes = users.values_list("turn_mail", "turn_mail_minutes").get()
    return choice, minutes


def choose(*, user_id: int, choice: str) -> None:
    """Set when a user is told of turns; raise ``ValueError`` for unknown choices.

    Choosing to be told ends a pause after complaints, not after bounces.
    """
    if choice not in CHOICES:
        raise ValueError(f"Unknown choice: {choice!r:.20}.")
    users = get_user_model().objects.filter(pk=user_id)
    with transaction.atomic():
        users.update(turn_mail=choice)
        if choice != "none":
            users.filter(mail_paused_reason="complaint").update(mail_paused_reason="")
        replan(user_id=user_id)


def _signer(scope: Scope) -> signing.Signer:
    # No character of it is escaped in an address, or mistaken by mail programs for its end.
    return signing.Signer(salt=f"games.mail.{scope}", sep=".")
