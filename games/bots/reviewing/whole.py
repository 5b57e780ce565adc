"""A whole game, decision by decision."""

from collections.abc import Iterator
from typing import NamedTuple

from ...rules.game import GameState, deal, new_game, play
from ...rules.moves import Move, Orient
from ...rules.views import View, view_for


class Place(NamedTuple):
    """Which decision of a game."""

    round: int
    number: int
    """Of the turn, from 1; 0 for the choice which way up the hand is held."""
    seat: int


class Decision(NamedTuple):
    """A choice that a seat made, and what it could know."""

    place: Place
    view: View
    move: Move

    @property
    def number(self) -> int:
        return self.place.number


def decisions(game: GameState) -> Iterator[Decision]:
    """Yield the decisions of the finished rounds, in order; each round begins with all hands."""
    for result in game.results:
        state = new_game(game.players, game.rounds)._replace(results=game.results[: result.number])
        state = deal(state, result.dealt)
        # All choose at the same time.
        for seat, flip in enumerate(result.flips):
            place = Place(result.number, 0, seat)
            yield Decision(place, view_for(state, seat), Orient(flip))
        for seat, flip in enumerate(result.flips):
            state = play(state, seat, Orient(flip))
        for number, (seat, move) in enumerate(result.moves, start=1):
            place = Place(result.number, number, seat)
            yield Decision(place, view_for(state, seat), move)
            state = play(state, seat, move)


def count_decisions(game: GameState) -> int:
    """Return how many decisions the finished rounds have."""
    return sum(game.players + len(result.moves) for result in game.results)
