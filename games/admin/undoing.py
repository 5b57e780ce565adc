"""What an act undoes and what it can't, shown before it is done."""

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.admin.judging import act_url
from games.models import ActionKind, SanctionKind
from games.order.after.standing import short
from games.order.after.undoing import Undoing, name_taken_from, undoing_of
from games.words.names import listed, quoted

LIFTS = {ActionKind.UNSUSPEND: SanctionKind.SUSPENSION, ActionKind.UNBAN: SanctionKind.BAN}


def undo_context(kind: str, player: AbstractUser | None, case: int | None) -> dict[str, Any]:
    """Return what the page of an act about a player shows of it; nothing for most acts."""
    if player is None:
        return {}
    if kind in LIFTS:
        found = undoing_of(player, lifting=LIFTS[ActionKind(kind)])
        return {"undone": list(_undone(found)), "stays": list(_stays(found))}
    if kind not in (ActionKind.RENAME, ActionKind.NAME_BACK):
        return {}
    name = name_taken_from(player)
    if not name:
        return (
            {"undone": [], "stays": [_("No name was taken from this player.")]}
            if (kind == ActionKind.NAME_BACK)
            else {}
        )
    if kind == ActionKind.RENAME:
        url = act_url(ActionKind.NAME_BACK, player=player.pk, case=case)
        return {"name_back": name, "name_back_url": url}
    return {
        "undone": [
            _("The player is called “{name}” again, at all tables.").format(name=name),
            _("Others can’t take that name any more, but moderators no longer forbid it."),
        ],
        "stays": [_("Links and emails that bear the other name are not changed.")],
    }


def _undone(found: Undoing) -> Iterator[str]:
    yield _("The player can play and write again, at once.")
    if found.chairs:
        count = len(found.chairs)
        yield ngettext(
            "{count} chair is given back: {games}.",
            "{count} chairs are given back: {games}.",
            count,
        ).format(count=count, games=_games([chair.game for chair in found.chairs]))
    if found.rated:
        count = len(found.rated)
        yield ngettext(
            "{count} rated game that ended meanwhile no longer counts in anybody’s rating, because "
            "the player took the last place there for what a bot did: {games}. Later ratings "
            "follow.",
            "{count} rated games that ended meanwhile no longer count in anybody’s rating, because "
            "the player took the last place there for what a bot did: {games}. Later ratings "
            "follow.",
            count,
        ).format(count=count, games=_games([chair.game for chair in found.rated]))


def _stays(found: Undoing) -> Iterator[str]:
    if found.still is not None:
        yield _("No chair is given back, because another sanction remains: {what}.").format(
            what=short(found.still)
        )
    if found.taken:
        yield _("Somebody else sits in the chair by now: {games}.").format(
            games=_games(found.taken)
        )
    if found.ended:
        yield _("These games ended meanwhile, and their results stay: {games}.").format(
            games=_games(found.ended)
        )
    if found.freed:
        yield ngettext(
            "{count} seat in a game that had not begun is gone.",
            "{count} seats in games that had not begun are gone.",
            found.freed,
        ).format(count=found.freed)
    yield _("Moves that bots made, and what others have read meanwhile, stay as they are.")


def _games(names: Any) -> str:
    return listed([quoted(name) for name in names], _("and"))
