"""A link as others pass it on: its preview, its QR code, an email with it.

Previews are shown to everybody in a chat, and kept by strangers. They hold nobody's name, and not
the game's either, which may be somebody's.
"""

from functools import cache
from typing import NamedTuple
from urllib.parse import quote, urlsplit

import segno
from django.templatetags.static import static
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.models import Game, SharedDeal
from games.pages.lobby.terms import time_of
from games.words.links import site_link
from games.words.terms import players_in_short

_INK = "#241A15"
_QUIET = 4
"""Modules of white around a QR code."""


class Preview(NamedTuple):
    """What services show for a link, by the Open Graph protocol. Addresses are whole."""

    title: str
    description: str
    address: str
    picture: str
    picture_shows: str


def site_preview() -> Preview:
    """Return the preview of the site's first page."""
    return Preview(
        title=_("Next Act: play Scout online"),
        description=_("Play the card game Scout with friends or bots, at your own pace."),
        address=site_link(reverse("games:landing")),
        picture=_picture("site"),
        picture_shows=_("A fan of cards"),
    )


@cache
def site_code() -> dict[str, str]:
    """Return the site's own name and code, an example of those of a table."""
    link = site_link(reverse("games:landing"))
    return {"site_code": qr_code(link), "site_name": urlsplit(link).netloc}


def invitation_preview(game: Game) -> Preview:
    """Return the preview of a game's invitation: number of players and pace."""
    terms = _("{players}, {time}.").format(
        players=players_in_short(game.players), time=time_of(game)
    )
    return Preview(
        title=_("You’re invited to a game of Scout"),
        description=_described(game, terms),
        address=invitation_link(game),
        picture=_picture(f"table-{game.players}"),
        picture_shows=_("A table with {count} chairs").format(count=game.players),
    )


def _described(game: Game, terms: str) -> str:
    if game.for_bot_accounts:
        return f"{terms} {_('It is for bot accounts.')}"
    return terms if game.rated else f"{terms} {_('You need no account.')}"


def invitation_link(game: Game) -> str:
    """Return the whole link that lets people sit down. It is for players of the game alone."""
    return site_link(reverse("invitation", args=[game.invitation]))


def deal_preview(deal: SharedDeal) -> Preview:
    """Return the preview of a shared deal: nothing of how it went."""
    return Preview(
        title=_("The same cards for you"),
        description=_("Play the very deal that I played, against the same bots, and compare."),
        address=site_link(reverse("same_deal", args=[deal.address])),
        picture=_picture("site"),
        picture_shows=_("A fan of cards"),
    )


def chair_preview(game: Game, secret: str) -> Preview:
    """Return the preview of an offered chair: number of players and pace."""
    return invitation_preview(game)._replace(address=chair_link(secret))


def chair_link(secret: str) -> str:
    """Return the whole link that lets somebody take a chair. It is for players of the game."""
    return site_link(reverse("offered_chair", args=[secret]))


def email_link(link: str) -> str:
    """Return an address that opens a new email with `link` in it."""
    subject, text = _("A game of Scout"), _("Sit down at my table: {link}").format(link=link)
    return f"mailto:?subject={quote(subject)}&body={quote(text)}"


def qr_code(link: str) -> SafeString:
    """Return a QR code of `link` as an SVG without styles, ink on white as scanners need it."""
    code = segno.make(link, error="m", micro=False)
    drawn = code.svg_inline(
        omitsize=True, svgclass=None, lineclass=None, dark=_INK, light="#FFF", border=_QUIET
    )
    return mark_safe(drawn)  # noqa: S308 - made by segno of squares alone


def _picture(name: str) -> str:
    return site_link(static(f"games/share/{name}.png"))
