"""A round's latest moves as the page's scripts get them."""

from collections.abc import Sequence
from typing import Any

from games.rules.cards import Cards, card_names
from games.rules.game import PublicMove, with_ring
from games.rules.scouting import left_in_ring
from games.rules.views import View, public_move_to_json

LEAST = 6
"""Enough for the moves that a page which is looked at can have missed."""


def moves_data(view: View) -> list[dict[str, Any]]:
    """Return the moves from the viewer's last one on, oldest first, but at least ``LEAST``.

    Between two rounds they are the moves of the round that is over.
    """
    last, number = view.last_round, view.round
    history = view.history
    if view.phase == "orient" and last is not None:
        history, number = last.history, last.round
    return round_moves(history, number)[-max(LEAST, _since(history, view.seat)) :]


def round_moves(history: Sequence[PublicMove], number: int) -> list[dict[str, Any]]:
    """Return the moves of the round ``number`` (from 0).

    Each is as in a view's history, with its number in the round (from 1), the round, the cards
    ``before`` it in the ring, their ``owner`` (None: no cards) and how many of them it ``won``.
    """
    return [
        public_move_to_json(move)
        | {
            "number": place,
            "round": number + 1,
            "before": card_names(before),
            "owner": owner if before else None,
            "won": _won(move, before),
        }
        for place, (move, before, owner) in enumerate(with_ring(history), start=1)
    ]


def _since(history: Sequence[PublicMove], seat: int | None) -> int:
    """Return how many moves there are from the last of ``seat`` on; all, if it made none."""
    if seat is None:
        return 0
    made = [place for place, move in enumerate(history) if move.seat == seat]
    return len(history) - made[-1] if made else len(history)


def _won(move: PublicMove, before: Cards) -> int:
    return 0 if move.cards is None else len(left_in_ring(before, move.end))
