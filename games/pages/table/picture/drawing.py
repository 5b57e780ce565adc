"""What the picture of a result shows, and where.

It is the same for everybody at the table, and nobody is *you* in it: it is made to be sent on.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.bots.offered import CALLED
from games.models import Kind, Seat
from games.pages.table.picture.letters import (
    CAPS,
    SANS,
    SLAB,
    can_write,
    files_for,
    fitted,
    width,
    writable,
)
from games.pages.table.picture.moment import moment_of
from games.pages.table.picture.shapes import (
    SEATS,
    PlacedCard,
    avatar_path,
    rays,
    row_of,
)
from games.play.tables import Table
from games.words.amounts import signed
from games.words.names import (
    ended,
    in_sentence,
    listed,
    named,
    plain,
    sentences,
    without_mark,
)
from games.words.sets import numbers

WIDE, HIGH = 1200, 630
"""Pixels, as services that show a picture ask for."""
_LEFT, _RIGHT = 72, 1128
_SIZES = (88, 80, 72, 66, 60)
"""Of the headline, in pixels."""
_FACE = re.compile(r'<symbol id="face-(\w+)".*?</symbol>', re.DOTALL)
_SHORTEST = 3
"""Letters of a name that stay in a headline for many winners."""


class Player(NamedTuple):
    """A player in the row of scores."""

    x: float
    size: int
    """Of the avatar."""
    shape: str
    colour: str
    face: str
    """Of a character; empty for people and other bots."""
    initials: str
    name: str
    points: str
    badge: str
    wins: bool


class Shown(NamedTuple):
    """The set in the picture."""

    cards: list[PlacedCard]
    x: float
    """Where its words begin."""
    title: str
    by: str


class Picture(NamedTuple):
    """A drawing, and the fonts that it needs beside the site's own."""

    svg: str
    files: list[str]


def says(table: Table) -> str:
    """Return what the picture shows, in words; empty if nobody won."""
    if table.view is None or not table.view.winners:
        return ""
    scores = table.view.scores
    names = [plain(in_sentence(named(seat.name, seat.kind))) for seat in table.seats]
    points = [f"{names[seat]} {signed(scores[seat])}" for seat in _ranked(scores)]
    said = [_headline(names, scores, table.view.winners), plain(listed(points))]
    moment = moment_of(table.results, table.view.winners)
    if moment is not None:
        words = (
            _("Unbeaten: {set} by {name}") if moment.unbeaten else _("Best set: {set} by {name}")
        )
        said.append(words.format(set=numbers(moment.cards), name=names[moment.seat]))
    return plain(sentences(*(ended(each) for each in said)))


def picture_of(table: Table) -> Picture:
    """Return the picture of a game that somebody won.

    It is in the active language, or in the site's own where no font here has the letters.
    """
    if can_write(_("{name} wins, {points} to {second}") + _("Unbeaten")):
        return _drawn(table)
    with translation.override(settings.LANGUAGE_CODE):
        return _drawn(table)


def _drawn(table: Table) -> Picture:
    view = table.view
    assert view is not None
    assert view.winners
    names = [_name(seat) for seat in table.seats]
    game = writable(table.game.name).upper()
    size, headline = _fitted_headline(names, view.scores, view.winners)
    context = {
        "wide": WIDE,
        "high": HIGH,
        "left": _LEFT,
        "right": _RIGHT,
        "rays": rays(768, 365, step=5, first=0, reach=1200),
        "card_rays": rays(45, 100, step=9, first=-4.5, reach=140),
        "game": fitted(game, CAPS, 30, 560),
        "headline": headline,
        "size": size,
        "shown": _shown(table, names, view.winners),
        "players": _players(table.seats, names, view.scores, view.winners),
        "tent": _tent(),
        "badges": any(_badge(seat) for seat in table.seats),
        "faces": _faces(table.seats),
    }
    svg = render_to_string("games/pictures/result.svg", context)
    return Picture(svg, files_for([headline, game, *names]))


def _name(seat: Seat) -> str:
    """Return a name as far as there are letters for it."""
    name = without_mark(seat.name) if seat.kind == Kind.BOT else seat.name
    return writable(name) or _("Player {number}").format(number=seat.number + 1)


def _badge(seat: Seat) -> str:
    """Return who is a bot or moderator; of guests a picture says no more than a sentence."""
    return str(Kind(seat.kind).label) if seat.kind not in (Kind.MEMBER, Kind.GUEST) else ""


def _ranked(scores: Sequence[int]) -> list[int]:
    return sorted(range(len(scores)), key=lambda seat: -scores[seat])


def _headline(names: Sequence[str], scores: Sequence[int], winners: Sequence[int]) -> str:
    best = signed(scores[winners[0]])
    if len(winners) > 1:
        both = plain(listed([names[seat] for seat in winners], _("and")))
        return _("{names} win, {points} each").format(names=both, points=best)
    second = max(score for seat, score in enumerate(scores) if seat not in winners)
    return _("{name} wins, {points} to {second}").format(
        name=names[winners[0]], points=best, second=signed(second)
    )


def _fitted_headline(
    names: Sequence[str], scores: Sequence[int], winners: Sequence[int]
) -> tuple[int, str]:
    """Return its size and text: smaller if it is long, then with the ends of names cut off."""
    most = _RIGHT - _LEFT
    text = _headline(names, scores, winners)
    for size in _SIZES:
        if width(text, SLAB, size) <= most:
            return size, text
    longest = max(len(names[seat]) for seat in winners)
    for letters in range(longest - 1, _SHORTEST, -1):
        short = [name if len(name) <= letters else f"{name[:letters].rstrip()}…" for name in names]
        text = _headline(short, scores, winners)
        if width(text, SLAB, _SIZES[-1]) <= most:
            break
    # Several winners may need less still.
    return min(_SIZES[-1], int(most / width(text, SLAB, 1))), text


def _shown(table: Table, names: Sequence[str], winners: Sequence[int]) -> Shown | None:
    moment = moment_of(table.results, winners)
    if moment is None:
        return None
    cards = row_of(moment.cards, x=_LEFT, y=248, most=740, wide=116)
    x = cards[-1].x + 100 * cards[-1].scale + 32
    title = _("Unbeaten") if moment.unbeaten else _("Best set")
    by = _("by {name}").format(name=names[moment.seat])
    return Shown(cards, x, title, fitted(by, SANS, 28, _RIGHT - x))


def _players(
    seats: Sequence[Seat], names: Sequence[str], scores: Sequence[int], winners: Sequence[int]
) -> list[Player]:
    size = 76 if len(seats) < 5 else 62
    gap, each = 14, (_RIGHT - _LEFT) / len(seats)
    players = []
    for place, number in enumerate(_ranked(scores)):
        x = _LEFT + place * each
        seat, points = seats[number], signed(scores[number])
        players.append(
            Player(
                x=round(x, 1),
                size=size,
                shape=avatar_path(number, size),
                colour=SEATS[number],
                face=seat.bot if seat.bot in CALLED else "",
                initials=names[number][:2] if writable(seat.name) else str(number + 1),
                name=fitted(names[number], SANS, 27, each - size - gap - 16),
                points=points,
                badge=_badge(seat),
                wins=number in winners,
            )
        )
    return players


def _faces(seats: Sequence[Seat]) -> list[SafeString]:
    """Return the drawings of the characters at the table."""
    return [_all_faces()[seat.bot] for seat in seats if seat.bot in CALLED]


@cache
def _all_faces() -> dict[str, SafeString]:
    page = render_to_string("games/frame/_faces.html")
    return {found[1]: SafeString(found[0]) for found in _FACE.finditer(page)}


@cache
def _tent() -> SafeString:
    path = Path(settings.BASE_DIR) / "games" / "static" / "games" / "frame" / "favicon.svg"
    whole = path.read_text()
    return mark_safe(whole[whole.index(">") + 1 : whole.rindex("</svg>")])  # noqa: S308 - our own file
