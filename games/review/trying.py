"""Trying a move of a finished game again: the same cards, with steady bots for the others.

Nothing is stored: the moves that were made so far are in the page's address.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.bots.registry import choose_move
from games.bots.reviewing.whole import Place
from games.models import GameStatus, Seat
from games.play.stamps import Stamp
from games.play.tables import Table, table_without_game
from games.review.seeing import Subject
from games.rules.game import GameState, deal, new_game, play
from games.rules.moves import ENDS, Move, Orient, Scout, ScoutAndShow, Show
from games.rules.scoring import SeatScore
from games.rules.views import view_for

OTHERS = "steady"
MOST_MADE = 40
"""More turns than anybody has in a round."""

_MOVE = re.compile(r"o([01])|s(\d+)\.(\d+)|([cb])([lr])([01])(\d+)(?:\.(\d+)\.(\d+))?")


class Outcome(NamedTuple):
    """How the round ended for the seat."""

    this_time: SeatScore
    in_the_game: SeatScore


@dataclass(frozen=True, slots=True)
class Trial:
    """A try as it stands: the seat is to act, or the round is over."""

    place: Place
    made: tuple[Move, ...]
    outcome: Outcome | None
    """None while the round goes on."""
    _state: GameState
    _seats: Sequence[Seat]
    _name: str

    def table(self) -> Table:
        """Return the table as the seat sees it."""
        seat, state = self.place.seat, self._state
        stamp = Stamp(0, seat, GameStatus.RUNNING, state.version, state.seq, 0)
        return table_without_game(
            view_for(state, seat),
            self._seats,
            self._name,
            stamp,
            own_moves=tuple(each.move for each in state.moves if each.seat == seat),
            totals_by_round=tuple(
                tuple(score.total for score in each.scores) for each in state.results
            ),
        )


def trial_of(subject: Subject, place: Place, made: Sequence[Move]) -> Trial:
    """Return the try that ``made`` leads to, from the decision at ``place`` on.

    Raise ``RuleError`` for a move that isn't legal, and ``LookupError`` if there is no such
    decision, or the round was over before all were made.
    """
    state = _before(subject.state, place)
    number = place.round
    for move in made:
        if _is_over(state, number):
            raise LookupError("The round is over.")
        state = _others_play(play(state, place.seat, move), place)
    outcome = None
    if _is_over(state, number):
        outcome = Outcome(
            state.results[number].scores[place.seat],
            subject.state.results[number].scores[place.seat],
        )
    return Trial(place, tuple(made), outcome, state, subject.seats, subject.name)


def _before(game: GameState, place: Place) -> GameState:
    """Return the game before the decision, without what came after."""
    if not 0 <= place.round < len(game.results):
        raise LookupError("There is no such round.")
    result = game.results[place.round]
    state = new_game(game.players, game.rounds)._replace(results=game.results[: place.round])
    state = deal(state, result.dealt)
    for seat, flip in enumerate(result.flips):
        # The seat's own choice is what is tried.
        if place.number or seat != place.seat:
            state = play(state, seat, Orient(flip))
    if not place.number:
        return state
    if not 1 <= place.number <= len(result.moves):
        raise LookupError("There is no such move.")
    for seat, move in result.moves[: place.number - 1]:
        state = play(state, seat, move)
    if state.to_act != (place.seat,):
        raise LookupError("It was another's move.")
    return state


def _others_play(state: GameState, place: Place) -> GameState:
    while not _is_over(state, place.round) and place.seat not in state.to_act:
        seat = state.to_act[0]
        state = play(state, seat, choose_move(OTHERS, view_for(state, seat), seed=0))
    return state


def _is_over(state: GameState, number: int) -> bool:
    return len(state.results) > number


def written(moves: Sequence[Move]) -> str:
    """Return moves as they stand in an address: ``"s2.5-cl07"``."""
    return "-".join(map(_written, moves))


def _written(move: Move) -> str:
    match move:
        case Orient():
            return f"o{move.flip:d}"
        case Show():
            return f"s{move.start}.{move.stop}"
        case Scout():
            return f"c{move.end[0]}{move.flip:d}{move.to}"
        case ScoutAndShow():
            return f"b{move.end[0]}{move.flip:d}{move.to}.{move.start}.{move.stop}"


def moves_in(text: str) -> tuple[Move, ...]:
    """Return the moves that ``written`` wrote. Raise ``LookupError`` for anything else."""
    pieces = text.split("-") if text else []
    if len(pieces) > MOST_MADE:
        raise LookupError("Nobody has so many turns in a round.")
    return tuple(map(_read, pieces))


def _read(text: str) -> Move:
    found = _MOVE.fullmatch(text) if len(text) < 16 and text.isascii() else None
    if found is None:
        raise LookupError("This is no move.")
    turned, start, stop, kind, end, flip, to, first, last = found.groups()
    if turned:
        return Orient(turned == "1")
    if start:
        return Show(int(start), int(stop))
    side = next(each for each in ENDS if each[0] == end)
    if (kind == "b") != bool(first):
        raise LookupError("This is no move.")
    if kind == "c":
        return Scout(side, flip == "1", int(to))
    return ScoutAndShow(side, flip == "1", int(to), int(first), int(last))
