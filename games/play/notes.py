"""Private notes: each is for one player at one table, and for nobody else.

Nothing is announced, and no list, count or tag of others changes.
"""

from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, GameStatus, Note, Seat
from games.models.prepared import Prepared
from games.play.stamps import Stamp
from games.rules.errors import RuleError

LONGEST = 4000
"""Characters."""
_TOGETHER = 2 * LONGEST + 200
"""Characters of two pages' texts, kept both."""

_NOTE = Prepared(
    lambda game, user: Note.objects.filter(game=game, user=user).values_list("text", "version"),
    int,
    int,
)


class Noted(NamedTuple):
    """A note."""

    text: str = ""
    version: int = 0
    merged: bool = False
    """Whether it now holds the texts of two pages."""


def may_note(stamp: Stamp) -> bool:
    """Return whether the viewer may have a note here: players, once the game has begun."""
    return stamp.seat is not None and stamp.status != GameStatus.OPEN


def note_for(stamp: Stamp) -> Noted | None:
    """Return the viewer's own note; None if they may have none."""
    if not may_note(stamp):
        return None
    return Noted(*(_NOTE.first(stamp.game_id, stamp.viewer or 0) or ()))


def save_note(*, game_id: int, user_id: int, text: str, version: int) -> Noted:
    """Save a player's note, over the one with ``version``.

    If another page has saved meanwhile, its text is kept below. Raise ``not_seated`` or
    ``too_long``.
    """
    text = "\n".join(text.splitlines()).strip()
    if len(text) > LONGEST:
        raise RuleError(
            "too_long",
            _("That’s {count} characters. The limit is {most}.").format(
                count=len(text), most=LONGEST
            ),
        )
    with transaction.atomic():
        # Against leaving at the same moment, with which the note goes.
        Game.objects.select_for_update(no_key=True).get(pk=game_id)
        mine = Seat.objects.filter(game=game_id, user=user_id).exclude(summary__left=True)
        if not mine.exists():
            raise RuleError("not_seated", _("Only players at this table have a note here."))
        note = Note.objects.filter(game=game_id, user=user_id).first()
        note = note or Note(game_id=game_id, user_id=user_id)
        merged = version != note.version and note.text not in text
        saved = _both(text, note.text) if merged else text
        if len(saved) > _TOGETHER:
            raise RuleError(
                "too_long",
                _(
                    "Another page has saved this note meanwhile, and there is no room for both. "
                    "Copy what you wrote, then load the page again."
                ),
            )
        if saved != note.text:
            note.text, note.version = saved, note.version + 1
            note.save()
    return Noted(note.text, note.version, merged)


def _both(text: str, other: str) -> str:
    if text in other:
        return other
    return "\n\n".join((text, _("Saved on another page:"), other))


def forget_note(game: Game, *, seat: int) -> None:
    """Delete the note of the player in ``seat``, who leaves; under the game's lock."""
    there = Seat.objects.filter(game=game, number=seat, user__isnull=False)
    Note.objects.filter(game=game, user__in=there.values("user")).delete()


def move_notes(*, source_id: int, target_id: int) -> None:
    """Give a guest's notes to their account, under the locks of both; of two, keep both texts."""
    own = {note.game_id: note for note in Note.objects.filter(user=target_id)}
    for note in Note.objects.filter(user=source_id):
        if (kept := own.get(note.game_id)) is None:
            Note.objects.filter(pk=note.pk).update(user=target_id)
            continue
        if note.text not in kept.text:
            kept.text, kept.version = _both(kept.text, note.text), kept.version + 1
            kept.save(update_fields=["text", "version"])
        note.delete()
