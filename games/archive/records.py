"""Records of games."""

from typing import Any

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.archive.stored import record_line
from games.models import Game, ImportedRecord
from games.people.names import one_line
from games.play.stamps import stamp_for

LONGEST_NAME = 40


def record_to_keep(
    *, public_id: str, user: AbstractUser | AnonymousUser, invitation: str = ""
) -> str | None:
    """Return a finished game's record as a line if ``user`` may see it."""
    stamp = stamp_for(public_id=public_id, user=user, invitation=invitation)
    return stamp and record_line(Game.objects.get(pk=stamp.game_id))


def names_in(record: dict[str, Any], players: int) -> list[str]:
    """Return names from ``meta``, or numbered players."""
    meta = record.get("meta") or {}
    told = meta.get("names")
    told = told if isinstance(told, list) and len(told) == players else [""] * players
    names = [
        one_line(name)[:LONGEST_NAME].strip() if isinstance(name, str) else "" for name in told
    ]
    return [name or _("Player {number}").format(number=i + 1) for i, name in enumerate(names)]


def imported_by(user: AbstractUser) -> QuerySet[ImportedRecord]:
    """Return imported records, latest first, without contents."""
    return ImportedRecord.objects.filter(user=user.pk).defer("record").order_by("-pk")


def imported_record(public_id: str) -> ImportedRecord | None:
    """Return the record at that address."""
    return ImportedRecord.objects.filter(public_id=public_id).first()
