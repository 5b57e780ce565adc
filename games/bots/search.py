"""How widely and deeply *expert* looks ahead."""

from typing import NamedTuple


class Search(NamedTuple):
    """Which moves to try, in how many deals, and how far."""

    candidates: int
    """The most moves to try."""
    clear: float
    """Points by which their values may fall short of the best."""
    deals: int
    turns: int
    """Own turns to look ahead."""
    sifted: int = 0
    """The deals after which only the best moves are tried on; 0: all are, to the end."""
    kept: int = 0
    """How many these are."""
    opinion: float = 0.0
    """How much the net's own opinion of a move counts, if what the deals bring counts 1."""


_SHORTER = Search(candidates=6, clear=2.5, deals=60, turns=2, sifted=20, kept=3)
# The more hands are unseen, the more deals it takes to tell moves apart. With five players the
# net takes too long for that.
_LONGER = _SHORTER._replace(deals=120, sifted=30)
BY_DEALS = {2: _SHORTER, 3: _SHORTER, 4: _LONGER, 5: _SHORTER}
"""To choose a move by what the deals say alone, by number of players."""
