"""A player's own standing, in one line and in one query for every page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Exists, FilteredRelation, OuterRef, Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import PlayerNotice, SanctionKind
from games.models.prepared import Prepared
from games.people.standing import KEEP_AWAY, Standing

LONGEST = 160
"""Characters of a reason in the line; the notice has all of it."""

_UNREAD = PlayerNotice.objects.filter(user=OuterRef("pk"), read_at=None)
_FOUND = Prepared(
    lambda user: (
        get_user_model()
        ._default_manager.filter(pk=user)
        .annotate(
            unread=Exists(_UNREAD),
            sanction=FilteredRelation("sanctions", condition=Q(sanctions__ended_at=None)),
        )
        .order_by("sanction__pk")
        .values_list(
            *("unread", "sanction__action"),
            *("sanction__kind", "sanction__until", "sanction__reason", "sanction__pk"),
        )
    ),
    int,
)

User = AbstractUser | AnonymousUser


@dataclass(frozen=True, slots=True)
class OwnStanding:
    """What the moderators decided about the viewer, and whether they have read it."""

    unread: bool = False
    sanctions: tuple[Standing, ...] = ()
    """In force, oldest first."""
    acts: Mapping[int, int | None] = field(default_factory=dict)
    """The acts behind them, by their own keys."""

    @property
    def act(self) -> int | None:
        """The act behind what the line says, whose notice can be appealed against."""
        one = self.kept_away or self.silenced
        return self.acts.get(one.id) if one else None

    @property
    def kept_away(self) -> Standing | None:
        """What keeps them from playing: a ban before the longest suspension."""
        away = [one for one in self.sanctions if one.kind in KEEP_AWAY]
        return max(away, key=_weight, default=None)

    @property
    def silenced(self) -> Standing | None:
        """What keeps them from writing."""
        muted = [one for one in self.sanctions if one.kind == SanctionKind.MUTE]
        return self.kept_away or max(muted, key=_weight, default=None)

    @property
    def warnings(self) -> list[Standing]:
        """Those that wait to be confirmed, in the order given."""
        return [one for one in self.sanctions if one.kind == SanctionKind.WARNING]

    @property
    def line(self) -> str:
        """The weightiest of it in a sentence with its reason; empty for most players."""
        if one := self.kept_away or self.silenced:
            return _("{what}: {reason}").format(what=self.short, reason=_shortened(one.reason))
        if not self.warnings:
            return ""
        if len(self.warnings) == 1:
            return _("A moderator warned you: {reason}").format(
                reason=_shortened(self.warnings[0].reason)
            )
        count = len(self.warnings)
        return ngettext(
            "{count} warning waits for you.", "{count} warnings wait for you.", count
        ).format(count=count)

    @property
    def short(self) -> str:
        """The same without the reason, for where a button would be."""
        one = self.kept_away or self.silenced
        return short(one) if one else ""


NOTHING = OwnStanding()


def own_standing(user: User) -> OwnStanding:
    """Return the user's standing; one query, none for strangers."""
    if user.pk is None:
        return NOTHING
    rows = _FOUND(user.pk)
    now = timezone.now()
    sanctions = [Standing(*columns) for _unread, _act, *columns in rows if columns[0] is not None]
    return OwnStanding(
        unread=any(row[0] for row in rows),
        sanctions=tuple(one for one in sanctions if one.until is None or one.until > now),
        acts={row[-1]: row[1] for row in rows},
    )


def short(one: Standing) -> str:
    """Return a sanction that is no warning in words: ``"Suspended until Sunday, …"``."""
    if one.kind == SanctionKind.BAN:
        return _("Banned")
    muted = one.kind == SanctionKind.MUTE
    if one.until is None:
        return _("Muted") if muted else _("Suspended")
    said = _("Muted until {time}") if muted else _("Suspended until {time}")
    return said.format(time=_day(one.until))


def _day(at: datetime) -> str:
    """Return ``"Sunday, 29 November, 06:42"`` in the active zone; another year is named."""
    local = timezone.localtime(at)
    this_year = local.year == timezone.localtime().year
    return date_format(local, "WEEKDAY_TIME_FORMAT" if this_year else "WEEKDAY_DATETIME_FORMAT")


def _shortened(reason: str) -> str:
    return Truncator(reason).chars(LONGEST)


def _weight(one: Standing) -> tuple[bool, bool, float]:
    until = one.until.timestamp() if one.until else 0.0
    return one.kind == SanctionKind.BAN, one.until is None, until
