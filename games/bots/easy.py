"""The bot *easy*: a beginner that shows many cards or hoards."""

from random import Random

from ..rules.cards import TOPS, Cards, turn_all
from ..rules.moves import Move, Orient, Scout, ScoutAndShow, Show
from ..rules.sets import strength
from ..rules.views import View
from .unseen import others_in_turn, strongest

HASTE = 0.5
"""How often, with nothing to show, it uses Scout & Show."""
HOARDING = 0.45
"""How often it scouts although it could show."""
HOARDING_FOR_A_CHIP = 0.3
"""The same with two players, where that costs a chip."""
CARELESSNESS = 0.5
"""How often it puts a scouted card at an end without looking."""
WAVERING = 2.5
"""The difference in cards up to which it confuses two Shows."""


def choose(view: View, chance: Random) -> Move:
    """Return a beginner's move."""
    hand = view.hand or b""
    moves = view.legal_moves()
    if view.phase == "orient":
        return Orient(flip=strongest(turn_all(hand)) > strongest(hand))
    for move in moves:
        if _goes_out(move, len(hand)):
            return move
    shows = [move for move in moves if isinstance(move, Show)]
    scouts = [move for move in moves if isinstance(move, Scout)]
    hoarding = HOARDING if view.players > 2 else HOARDING_FOR_A_CHIP
    if shows and not (scouts and chance.random() < hoarding and not _gives_the_round_away(view)):
        return max(shows, key=lambda show: show.stop - show.start + WAVERING * chance.random())
    active = view.active_set.cards if view.active_set else b""
    both = [move for move in moves if isinstance(move, ScoutAndShow)]
    if both and not shows and chance.random() < HASTE:
        return max(both, key=lambda move: (move.stop - move.start, chance.random()))
    if chance.random() < CARELESSNESS:
        return chance.choice([scout for scout in scouts if scout.to in (0, len(hand))])
    return max(scouts, key=lambda scout: (_set_made(scout, hand, active), chance.random()))


def _gives_the_round_away(view: View) -> bool:
    owner = view.active_set.owner if view.active_set else None
    return view.players > 2 and owner == others_in_turn(view)[0]


def _goes_out(move: Move, held: int) -> bool:
    match move:
        case Show():
            return move.stop - move.start == held
        case ScoutAndShow():
            return move.stop - move.start == held + 1
    return False


def _set_made(scout: Scout, hand: Cards, active: Cards) -> int:
    card = active[0 if scout.end == "left" else -1] ^ scout.flip
    tops = (hand[: scout.to] + bytes([card]) + hand[scout.to :]).translate(TOPS)
    return max(
        strength(tops[start:stop])
        for start in range(scout.to + 1)
        for stop in range(scout.to + 1, len(tops) + 1)
    )
