"""Ratings of which little is known yet, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.results.rating_history import ToGo


def lacking(to_go: ToGo, *, bot_accounts: bool) -> str:
    """Return ``"4 games to go"`` or, with enough of those, ``"2 people to go"``.

    Among ``bot_accounts``, ``"2 opponents to go"``.
    """
    if to_go.games:
        return ngettext("{count} game to go", "{count} games to go", to_go.games).format(
            count=to_go.games
        )
    said = (
        ngettext("{count} opponent to go", "{count} opponents to go", to_go.people)
        if bot_accounts
        else ngettext("{count} person to go", "{count} people to go", to_go.people)
    )
    return said.format(count=to_go.people)


def marked(rating: int, *, provisional: bool) -> str:
    """Return ``"1530?"`` for a provisional rating."""
    return _("{rating}?").format(rating=rating) if provisional else str(rating)
