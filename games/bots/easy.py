"""The bot *easy*: a beginner.

It mostly shows when it can, and likes to show many cards, without asking what that leaves in its
hand; at times it hoards and scouts instead. It puts a scouted card where it makes the best set, if
it takes the trouble. It never asks what the others may do next: a beginner's mistakes, none absurd.
A move that empties its hand it never misses, and it does not hand the round to another by hoarding.
"""

from random import Random

from games.bots.unseen import others_in_turn, strongest
from games.rules.cards import TOPS, Cards, turn_all
from games.rules.moves import Move, Orient, Scout, ScoutAndShow, Show
from games.rules.sets import strength
from games.rules.views import View

HASTE = 0.5
"""How often it spends Scout & Show as soon as it can show nothing."""
HOARDING = 0.45
"""How often it scouts although it could show ..."""
HOARDING_FOR_A_CHIP = 0.3
"""... and with two players, where that costs a chip."""
CARELESSNESS = 0.5
"""How often it puts a scouted card at an end of its hand without another look."""
WAVERING = 2.5
"""How far two Shows may lie apart, in cards, and still be taken for each other at times."""


def choose(view: View, chance: Random) -> Move:
    """A Show if there is one, mostly of many cards; else a Scout, or a Scout & Show in haste."""
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
    """Whether a Scout leaves the Active Set unbeaten: its owner plays next."""
    owner = view.active_set.owner if view.active_set else None
    return view.players > 2 and owner == others_in_turn(view)[0]


def _goes_out(move: Move, held: int) -> bool:
    """Whether ``move`` empties a hand of ``held`` cards."""
    match move:
        case Show():
            return move.stop - move.start == held
        case ScoutAndShow():
            return move.stop - move.start == held + 1
    return False


def _set_made(scout: Scout, hand: Cards, active: Cards) -> int:
    """The strength of the best set that the scouted card makes with its neighbours."""
    card = active[0 if scout.end == "left" else -1] ^ scout.flip
    tops = (hand[: scout.to] + bytes([card]) + hand[scout.to :]).translate(TOPS)
    return max(
        strength(tops[start:stop])
        for start in range(scout.to + 1)
        for stop in range(scout.to + 1, len(tops) + 1)
    )
