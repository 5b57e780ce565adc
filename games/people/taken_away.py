"""Names that moderators took away: nobody may have them, or what looks like them."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import TakenAwayName
from games.people.name_keys import looks, looks_in_any_case


def take_away(name: str) -> None:
    """Forbid ``name`` and its lookalikes."""
    now = timezone.now()
    for key in sorted(looks_in_any_case(name)):
        TakenAwayName.objects.get_or_create(key=key, defaults={"created_at": now})


def give_back(name: str) -> None:
    """Allow ``name`` again."""
    TakenAwayName.objects.filter(key__in=looks_in_any_case(name)).delete()


def taken_away(name: str) -> str:
    """Return why ``name`` is forbidden, if it is."""
    if not TakenAwayName.objects.filter(key__in=looks(name)).exists():
        return ""
    return _("The moderators have withdrawn the name “{name}”. Please choose another.").format(
        name=name
    )


def renew_keys(rows: QuerySet[Any]) -> int:
    """Write the keys that follow from those of ``rows``; return how many were missing."""
    missing = 0
    for row in list(rows):
        for key in sorted(looks_in_any_case(row.key)):
            _row, new = rows.get_or_create(key=key, defaults={"created_at": row.created_at})
            missing += new
    return missing
