"""The most urgent game as a small table: its ring, and the viewer's hand."""

from typing import NamedTuple

from games.pages.table.choices import Choice
from games.pages.table.ring import Ring, ring_for
from games.play.tables import Table
from games.rules.cards import Cards
from games.words.people import people_at


class SmallTable(NamedTuple):
    """What the viewer sees of the game before going there."""

    ring: Ring
    hand: Cards
    turning: bool
    """Whether the hand can still be turned over."""


def small_table(table: Table | None) -> SmallTable | None:
    """Return the table as its viewer may see it; None without a hand of theirs."""
    view = None if table is None else table.view
    if table is None or view is None or view.hand is None:
        return None
    ring = ring_for(view, people_at(table.seats, table.seat), Choice())
    return SmallTable(ring, view.hand, turning=view.phase == "orient")
