"""The strip between ring and hand: the moves since the viewer's last turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.models import FormerPlayer
from games.pages.table.headings import nothing_yet
from games.pages.table.history import LogLine
from games.pages.table.meanwhile.chips import MoveChip, move_chip
from games.pages.table.moves.played import Sitting, played
from games.play.tables import TableNote
from games.rules.views import View
from games.words.people import People

MOST = 20
"""Chips: more than anybody reads. The log has all moves."""


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """The strip."""

    label: str
    chips: tuple[MoveChip, ...]
    """Oldest first; the viewer's own last move before those since."""
    empty: str
    """Set if there are none since."""


def meanwhile(
    view: View,
    people: People,
    lines: Sequence[LogLine],
    notes: Sequence[TableNote] = (),
    former: Sequence[FormerPlayer] = (),
) -> Meanwhile:
    """Return the strip; ``lines`` is the round's log."""
    moves = list(played(view.history, Sitting(people, former), notes))
    own = next((made.number for made in reversed(moves) if made.by_viewer), 0)
    # To spectators the last circle is new.
    before = own if people.seat is not None else max(0, len(moves) - view.players)
    new = moves[before:][-MOST:]
    told = {line.number: line for line in lines}
    return Meanwhile(
        label=_("Since your last turn") if own else _("The latest moves"),
        chips=tuple(
            move_chip(
                made,
                told[made.number],
                two_players=view.players == 2,
                anchor=made.number == own,
            )
            for made in [*moves[max(0, own - 1) : own], *new]
        ),
        empty=_empty(people, view) if not new else "",
    )


def _empty(people: People, view: View) -> str:
    if not view.history:
        return nothing_yet(people[view.starter])
    return _("Nobody has moved since.")
