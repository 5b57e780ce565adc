"""All that stands beside a viewer's board."""

from typing import Any

from django.contrib.auth.models import AbstractUser, AnonymousUser

from games.pages.table.aside.note_box import note_box
from games.pages.table.chat_box import chat_box
from games.play.quiet import is_quiet
from games.play.tables import Table


def aside(
    table: Table, user: AbstractUser | AnonymousUser, *, one_turn: bool = False
) -> dict[str, Any]:
    """Return the chat and the rest; for ``one_turn`` only the chat, to read."""
    chat = chat_box(table, to_read=one_turn)
    if one_turn:
        return {"chat": chat, "may_report": False, "quiet": None, "note": None}
    people = (seat for seat in table.seats if not seat.bot and seat.user_id != user.pk)
    return {
        "chat": chat,
        "may_report": user.is_authenticated and any(people),
        "quiet": is_quiet(table),
        "note": note_box(table.stamp),
    }
