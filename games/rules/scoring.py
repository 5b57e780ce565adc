"""What a round is worth."""

from typing import Any, NamedTuple

from games.rules.state import RoundState


class SeatScore(NamedTuple):
    """One seat's score for a round, with what it is made of."""

    collected: int
    """Cards in the pile, +1 each."""
    chips: int
    """Scout chips, +1 each."""
    hand: int
    """Cards left in the hand, -1 each unless the seat ended the round."""
    ender: bool
    """Whether the seat ended the round."""
    total: int

    def to_json(self) -> dict[str, Any]:
        """The score as in ``scout-record/1``."""
        return self._asdict()


def round_scores(state: RoundState) -> tuple[SeatScore, ...]:
    """The score of each seat as the round stands; final once it is over.

    The Active Set and the Scout & Show chip count nothing. The player who ended the round, by an
    empty hand or by an unbeaten set, loses nothing for the cards still in hand.
    """
    scores = []
    for seat, hand in enumerate(state.hands):
        ender = seat == state.ender
        collected, chips = state.collected[seat], state.chips[seat]
        total = collected + chips - (0 if ender else len(hand))
        scores.append(SeatScore(collected, chips, len(hand), ender, total))
    return tuple(scores)
