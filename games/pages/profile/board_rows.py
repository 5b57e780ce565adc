"""A leaderboard's rows."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.pages.profile.bands import band, scale_of
from games.pages.profile.faces import face_of
from games.pages.profile.provisional import lacking
from games.results.leaderboards import Line
from games.words.names import named, told


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A player's row."""

    line: Line
    face: SafeString
    band: SafeString
    lacking: str
    """``"4 games to go"`` while there is no place."""


def board_rows(lines: Sequence[Line], *, bot_accounts: bool) -> list[BoardRow]:
    """Return rows whose likely ranges share a scale, of people or of bot accounts."""
    if not lines:
        return []
    scale = scale_of([line.shown for line in lines])
    return [
        BoardRow(
            line=line,
            face=face_of(line.name, own=line.own),
            band=band(line.shown, scale, provisional=line.place is None),
            lacking=lacking(line.to_go, bot_accounts=bot_accounts) if line.place is None else "",
        )
        for line in lines
    ]


def why_sure(lines: Sequence[Line]) -> SafeString:
    """Explain the order by an example, if the highest rating isn't first."""
    highest = max(lines, key=lambda line: line.shown.rating, default=None)
    if highest is None or highest is lines[0]:
        return conditional_escape(
            _(
                "A rating is the best guess at somebody’s strength, and after few games it may be "
                "far off. So players are ordered by what we can be sure of: the rating less what "
                "it may be off by. More games, more certain."
            )
        )
    said = (
        _(
            "Your rating is the highest on this page, but after {games} games it may be off by "
            "{give}. We’re sure of {sure}, and that is place {place}. More games, more certain."
        )
        if highest.own
        else _(
            "{name}’s rating is the highest on this page, but after {games} games it may be off by "
            "{give}. We’re sure of {sure}, and that is place {place}. More games, more certain."
        )
    )
    return told(
        said,
        name=named(highest.name, highest.kind),
        games=highest.games,
        give=highest.shown.give,
        sure=highest.shown.sure,
        place=highest.place,
    )
