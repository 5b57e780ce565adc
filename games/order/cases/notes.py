"""Notes of moderators, which nobody else reads."""

from django.contrib.auth.models import AbstractUser
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Case, CaseNote
from games.order.audit import refuse_own_case, refuse_unless_moderator
from games.rules.errors import RuleError

LONGEST = 2000
LATEST = 50


def write_note(
    *,
    by: AbstractUser,
    text: str,
    case: Case | None = None,
    player: AbstractUser | None = None,
) -> CaseNote:
    """Write a note on either a case or a player.

    Raise ``no_text``, ``too_long``, ``not_moderator`` or ``own_case``.
    """
    refuse_unless_moderator(by)
    text = text.strip()
    if not text:
        raise RuleError("no_text", _("Write something first."))
    if len(text) > LONGEST:
        raise RuleError("too_long", _("The note is too long. Keep it to 2,000 characters."))
    refuse_own_case(by=by, player=player, case=case)
    return CaseNote.objects.create(
        case=case,
        player_id=player.pk if player else None,
        author_id=by.pk,
        text=text,
        created_at=timezone.now(),
    )


def notes_on(*, case: Case | None = None, player_id: int | None = None) -> list[CaseNote]:
    """Return the latest notes on a case and on a player, oldest first.

    Moderators read none on themselves: ask only for what they may see.
    """
    wanted = Q(pk__in=[])
    if case is not None:
        wanted |= Q(case=case)
    if player_id is not None:
        wanted |= Q(player=player_id)
    rows = CaseNote.objects.filter(wanted).select_related("author").order_by("-pk")
    return list(rows[:LATEST])[::-1]
