"""What the links in mails do, without signing in: who may, and what they change."""

from typing import Literal

from django.contrib.auth import get_user_model
from django.core import signing
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.notices.schedule import replan

Scope = Literal["choose", "unsubscribe"]
"""What a link may be used for: a page with the choices, or the one click of a mail program."""

CHOICES: dict[str, Promise] = {
    "each": _("Each turn, after {minutes} minutes unseen"),
    "daily": _("One a day"),
    "deadline": _("Only near deadlines"),
    "none": _("None"),
}
"""When a player is told that a turn waits, by the name of the choice."""


def token_for(*, user_id: int, scope: Scope) -> str:
    """A token for a link in a mail to a user; nobody can make one who doesn't know the key."""
    return _signer(scope).sign(format(user_id, "x"))


def user_of(token: str, *, scope: Scope) -> int | None:
    """The user for whom ``token`` was made for ``scope``, if it was and they are still here."""
    try:
        user_id = int(_signer(scope).unsign(token), 16)
    except (signing.BadSignature, ValueError):
        return None
    users = get_user_model().objects.filter(pk=user_id, is_active=True, is_guest=False)
    return user_id if users.exists() else None


def chosen_by(*, user_id: int) -> tuple[str, int]:
    """What a user chose, and after how many minutes unseen."""
    users = get_user_model().objects.filter(pk=user_id)
    choice, minutes = users.values_list("turn_mail", "turn_mail_minutes").get()
    return choice, minutes


def choose(*, user_id: int, choice: str) -> None:
    """Set when a user is told of turns; ``ValueError`` if there is no such choice.

    Whoever chooses to be told wants mails again: a pause after a complaint is over. One after
    mails that came back is not, for the address is still the same.
    """
    if choice not in CHOICES:
        raise ValueError(f"There is no choice {choice!r:.20}.")
    users = get_user_model().objects.filter(pk=user_id)
    with transaction.atomic():
        users.update(turn_mail=choice)
        if choice != "none":
            users.filter(mail_paused_reason="complaint").update(mail_paused_reason="")
        replan(user_id=user_id)


def _signer(scope: Scope) -> signing.Signer:
    # No character of it is changed in an address, or taken for the end of one by mail programs.
    return signing.Signer(salt=f"games.mail.{scope}", sep=".")
