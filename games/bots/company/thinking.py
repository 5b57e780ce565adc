"""How the characters choose: each rates the moves it thinks of by what it likes."""

from random import Random

from ...rules.cards import TOPS, Cards, bottom, top, turn_all
from ...rules.moves import End, Move, Orient, Scout, ScoutAndShow, Show
from ...rules.scouting import left_in_ring, scouted_card
from ...rules.views import View
from ..unseen import others_in_turn, scouted_cards
from .character import Character, Overlooked
from .options import options, with_scouted
from .others import Others
from .sight import shows_needed, sight_of, worth
from .weights import WEIGHTS, likes_of

LONG_ROUND = 60
"""Turns after which a character varies its moves, so that no round goes in circles."""
NEARLY = 1.5
LONG_HAND = 5
"""A hand of more cards is far from empty."""
SHORT = 5
"""Fewer cards in another hand announce the end of the round."""


def choose(who: Character, view: View, chance: Random) -> Move:
    """Return the move that ``who`` likes best; in a long round, one of the best."""
    thought = Thought(who, view, chance)
    if view.phase == "orient":
        return thought.orientation()
    valued = [(thought.value(move), move) for move in options(who, view, thought.sight)]
    best = max(value for value, _ in valued)
    if len(view.history) < LONG_ROUND:
        return next(move for value, move in valued if value == best)
    return chance.choice([move for value, move in valued if value >= best - NEARLY])


class Thought:
    """A decision in a character's eyes."""

    def __init__(self, who: Character, view: View, chance: Random) -> None:
        assert view.seat is not None
        assert view.hand is not None
        self.who = who
        self.view = view
        self.hand = view.hand
        self.ring = view.active_set.cards if view.active_set else b""
        self.sight = sight_of(who, view.players)
        self.likes = likes_of(who, view.players)
        self.weights = WEIGHTS[view.players]
        self.next = others_in_turn(view)
        self.has_chip = view.players > 2 and view.scout_and_show[view.seat]
        self.shortest = min(view.hand_counts[seat] for seat in self.next)
        looks = view.phase == "play" and Overlooked.OTHER_HANDS not in who.overlooks
        self.others = Others(view, chance) if looks else None

    def orientation(self) -> Orient:
        """Return which way up the character holds its hand."""
        if Overlooked.TURNING_THE_HAND in self.who.overlooks:
            return Orient(flip=False)
        return Orient(flip=self._worth(turn_all(self.hand)) > self._worth(self.hand))

    def value(self, move: Move) -> float:
        """Return how much the character likes ``move``, in points."""
        held = with_scouted(self.hand, self.ring, move)
        if isinstance(move, Show):
            return self._of_show(move, held, self.ring, self.has_chip)
        assert isinstance(move, Scout | ScoutAndShow)
        likes = self.likes
        left = left_in_ring(self.ring, move.end)
        value = -likes.turning * (not move.flip) - 1.0 / len(self.next)
        if likes.depriving and leaves_for_next(self.view, self.ring, move.end):
            value -= likes.depriving
        if isinstance(move, ScoutAndShow):
            if len(self.hand) > LONG_HAND:
                value -= likes.keeping_scout_and_show
            return value + self._of_show(move, held, left, False)
        value += self.weights.scouting + self._of_ring(left, len(held))
        return value + self._of_hand(held, self.has_chip)

    def _worth(self, hand: Cards) -> float:
        return worth(hand.translate(TOPS), self.sight)

    def _of_show(self, move: Show | ScoutAndShow, held: Cards, won: Cards, has_chip: bool) -> float:
        shown, rest = held[move.start : move.stop], held[: move.start] + held[move.stop :]
        value = len(won) + self.likes.showing
        weights = self.weights
        if self.others is None:
            value += weights.unknown
        else:
            by_cards = weights.stands + weights.stands_by_cards * len(rest)
            value += by_cards * self.others.stands(shown)
            if weights.chips:
                value += weights.chips * self.others.chips(shown)
        return value + self._of_hand(rest, has_chip)

    def _of_ring(self, left: Cards, held: int) -> float:
        """Return what it costs to leave ``left`` to the next players."""
        if self.others is None or self.view.players == 2:
            return 0.0
        assert self.view.active_set is not None
        among = self.next.index(self.view.active_set.owner)
        stands = self.others.stands(left, among) if left or not among else 0.0
        return stands * (self.weights.owner_stands + self.weights.owner_by_cards * held)

    def _of_hand(self, rest: Cards, has_chip: bool) -> float:
        weights = self.weights
        value = weights.hand * self._worth(rest) + weights.cards * len(rest)
        if has_chip:
            value += weights.chip + weights.chip_by_cards * len(rest)
        shows = shows_needed(rest.translate(TOPS), self.sight)
        value += weights.one_show * (shows == 1) + weights.two_shows * (shows == 2)
        if Overlooked.ENDING not in self.who.overlooks:
            value += weights.short * len(rest) * max(0, SHORT - self.shortest)
        return value


def leaves_for_next(view: View, ring: Cards, end: End) -> bool:
    """Return whether the card at the other end is the one that the next player can use."""
    other: End = "right" if end == "left" else "left"
    return (
        len(ring) > 1
        and fits_next(view, scouted_card(ring, other))
        and not fits_next(view, scouted_card(ring, end))
    )


def fits_next(view: View, card: int) -> bool:
    """Return whether ``card`` has a number of, or next to, a card that the next player took."""
    next_seat = others_in_turn(view)[0]
    known = [one for one, seat in scouted_cards(view.history).items() if seat == next_seat]
    numbers = {number for one in known for number in (top(one), bottom(one))}
    return any(abs(number - own) <= 1 for number in numbers for own in (top(card), bottom(card)))
