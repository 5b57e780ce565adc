"""How soon moderators are told of waiting cases, as each chooses."""

from datetime import timedelta

from django.contrib.auth.models import AbstractUser
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import CaseAlert
from games.order.audit import refuse_unless_moderator
from games.people.recipients import recipients
from games.rules.errors import RuleError

WAITS: dict[str, Promise] = {
    "0": gettext_lazy("At once"),
    "60": gettext_lazy("After 1 hour"),
    "240": gettext_lazy("After 4 hours"),
    "1440": gettext_lazy("After a day"),
    "never": gettext_lazy("Only of urgent ones"),
}
"""By minutes."""
DEFAULT = "240"


def choose(*, by: AbstractUser, wait: str) -> None:
    """Keep how long a case waits before ``by`` is told. Raise ``bad_request``."""
    refuse_unless_moderator(by)
    if wait not in WAITS:
        raise RuleError("bad_request", _("Choose one of these."))
    minutes = None if wait == "never" else int(wait)
    CaseAlert.objects.update_or_create(user_id=by.pk, defaults={"minutes": minutes})


def chosen_by(user: AbstractUser) -> str:
    """Return what ``user`` chose, a key of ``WAITS``."""
    found = CaseAlert.objects.filter(user=user.pk).values_list("minutes", flat=True)
    minutes = list(found)
    return DEFAULT if not minutes else "never" if minutes[0] is None else str(minutes[0])


def patience_of(user_ids: list[int]) -> dict[int, timedelta | None]:
    """Return how long each waits before being told; None: only of urgent cases. One query."""
    chosen = dict(CaseAlert.objects.filter(user__in=user_ids).values_list("user", "minutes"))
    minutes = {user_id: chosen.get(user_id, int(DEFAULT)) for user_id in user_ids}
    return {
        user_id: None if each is None else timedelta(minutes=each)
        for user_id, each in minutes.items()
    }


def can_be_mailed(user: AbstractUser) -> bool:
    """Return whether ``user`` has a confirmed address to which emails may go."""
    found = recipients([user.pk]).get(user.pk)
    return found is not None and found.mailable
