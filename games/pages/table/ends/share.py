"""The link to a finished game that its players pass on."""

from urllib.parse import urlencode

from django.urls import reverse

from games.models import Audience
from games.play.tables import Table
from games.words.links import site_link


def result_link(table: Table) -> str:
    """Return the whole link to the result, for the game's players alone: it may hold the key."""
    game = table.game
    if table.seat is None:
        return ""
    link = site_link(reverse("games:table", args=[game.public_id]))
    if game.audience != Audience.INVITATION:
        return link
    return f"{link}?{urlencode({'invitation': game.invitation})}"
