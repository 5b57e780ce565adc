"""What a character thinks the others can show."""

from random import Random

from ...rules.cards import TOPS, Cards
from ...rules.sets import strength
from ...rules.views import View
from ..unseen import strongest_sets

DEALS = 12


class Others:
    """The others' strongest sets, in deals of the cards that the seat has not seen."""

    def __init__(self, view: View, chance: Random) -> None:
        self._dealt = strongest_sets(view, DEALS, chance)

    def stands(self, cards: Cards, among: int | None = None) -> float:
        """Return how likely the next ``among`` players (all) leave ``cards`` unbeaten."""
        if among == 0:
            return 1.0
        shown = strength(cards.translate(TOPS))
        return sum(max(dealt[:among]) <= shown for dealt in self._dealt) / len(self._dealt)

    def chips(self, cards: Cards) -> float:
        """Return how many players are likely to scout before somebody beats ``cards``."""
        shown = strength(cards.translate(TOPS))
        found = 0
        for dealt in self._dealt:
            for strongest in dealt:
                if strongest > shown:
                    break
                found += 1
        return found / len(self._dealt)
