"""The score of a round."""

from typing import Any, NamedTuple

from .state import RoundState


class SeatScore(NamedTuple):
    """+1 per card in the pile and per Scout chip, -1 per card left in hand."""

    collected: int
    chips: int
    hand: int
    ender: bool
    total: int

    def to_json(self) -> dict[str, Any]:
        return self._asdict()


def round_scores(state: RoundState) -> tuple[SeatScore, ...]:
    """Return each seat's score so far.

    The ender pays nothing for its hand; the Active Set counts for nobody.
    """
    scores = []
    for seat, hand in enumerate(state.hands):
        ender = seat == state.ender
        collected, chips = state.collected[seat], state.chips[seat]
        total = collected + chips - (0 if ender else len(hand))
        scores.append(SeatScore(collected, chips, len(hand), ender, total))
    return tuple(scores)
