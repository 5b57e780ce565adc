"""Pictures of the site itself: icons, and tables for shared links. No game is in them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from games.management.camera import shrunk
from games.rules.cards import PLAYER_COUNTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = Path(__file__).parents[1] / "static" / "games"
SHARED_SIZE = (1200, 630)
"""Pixels, as services that show a preview of a link ask for."""

_TENT = (FOLDER / "frame" / "favicon.svg").read_text()
_STYLE = (Path(__file__).parent / "drawing.css").read_text()
_SHADOW_COLOURS = {"#B4231F": "#FFF", "#7A5200": "#FFF", "#E8B23A": "#FFF"}
_SHADOW_HOLES = {"#FFF6E3": "#000", "#241A15": "#000"}


class Drawing(NamedTuple):
    """A picture, by its file in `FOLDER`."""

    name: str
    html: str
    size: tuple[int, int]
    see_through: bool = False
    """Whether the ground is transparent."""


def drawings() -> list[Drawing]:
    """Return all pictures."""
    return [*_icons(), *_shared()]


def draw(wanted: list[Drawing], *, address: str, opened: "Browser") -> Iterator[tuple[str, bytes]]:
    """Yield names and PNG files. The site at `address` lends fonts and style sheets."""
    artist = opened.new_page()
    for drawing in wanted:
        width, height = drawing.size
        context = opened.new_context(viewport={"width": width, "height": height})
        page = context.new_page()
        _lay_out(page, drawing.html, f"{address}/drawing/")
        picture = page.screenshot(omit_background=drawing.see_through)
        context.close()
        if not drawing.see_through:
            picture = shrunk(picture, artist)
        yield drawing.name, picture
    artist.close()


def _lay_out(page: "Page", html: str, address: str) -> None:
    # At an address of the site, for its fonts; without its policy, for this style.
    page.route(address, lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(address)
    page.add_style_tag(content=_STYLE)
    page.evaluate("document.fonts.ready")


def _icons() -> Iterator[Drawing]:
    for name, size, kind in (
        ("icon-192", 192, "any"),
        ("icon-512", 512, "any"),
        ("maskable-512", 512, "maskable"),
        # Phones that ask for this one round its corners themselves.
        ("apple-touch-icon", 180, "square"),
        ("badge-96", 96, "badge"),
    ):
        tent = _shadow() if kind == "badge" else _TENT
        html = render_to_string(
            "games/pictures/icon.html",
            {"kind": kind, "tent": mark_safe(tent)},  # noqa: S308 - our own file
        )
        yield Drawing(f"app/{name}.png", html, (size, size), see_through=kind in ("any", "badge"))


def _shared() -> Iterator[Drawing]:
    for players in (0, *PLAYER_COUNTS):
        context = {
            "players": players,
            "chairs": range(players),
            "tent": mark_safe(_TENT),  # noqa: S308 - our own file
        }
        name = f"table-{players}" if players else "site"
        html = render_to_string("games/pictures/share.html", context)
        yield Drawing(f"share/{name}.png", html, SHARED_SIZE)


def _shadow() -> str:
    """Return the tent in white alone: phones show only where a badge is not transparent."""
    tent = _TENT
    for colour, shade in {**_SHADOW_COLOURS, **_SHADOW_HOLES}.items():
        tent = tent.replace(colour, shade)
    start = tent.index(">") + 1
    paths = tent[start:].removesuffix("</svg>\n").removesuffix("</svg>")
    return (
        f'{tent[:start]}<mask id="holes">{paths}</mask>'
        '<rect width="32" height="34" fill="#FFF" mask="url(#holes)"/></svg>'
    )
