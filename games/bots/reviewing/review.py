"""``scout-review/1``: what the expert says of a finished game, as one JSON object."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from ...rules.game import GameState
from ...rules.moves import Move, move_from_json, move_to_json
from .grades import Grade, accuracy
from .judging import Judgement, judge
from .luck import luck_of
from .options import Option, expected
from .turning import turning_points
from .whole import Decision, Place, decisions

REVIEW_FORMAT = "scout-review/1"
DIGITS = 2
"""Of points."""


class Reviewed(NamedTuple):
    """A decision as the review has it."""

    round: int
    number: int
    """Of the turn, from 1; 0 for the choice which way up the hand is held."""
    seat: int
    played: Option
    verdict: Judgement | None
    """None if a bot made it."""
    luck: float | None = None
    """Of the deal, at the seat's first decision of a round."""

    @property
    def place(self) -> Place:
        return Place(self.round, self.number, self.seat)


class SeatReview(NamedTuple):
    """The decisions of a seat's player, added up."""

    decisions: int
    given_away: float
    accuracy: float | None
    """From 0 to 1; None if the decisions are few."""
    turning_points: tuple[Place, ...]
    """At most three, in order."""


class Review(NamedTuple):
    """A whole game."""

    players: int
    expert: str
    """A digest of the bot that judged."""
    decisions: tuple[Reviewed, ...]

    def seat(self, seat: int) -> SeatReview | None:
        """Return a seat's review; None for bots."""
        judged = {
            one.place: one.verdict for one in self.decisions if one.seat == seat and one.verdict
        }
        if not judged:
            return None
        given_away = [verdict.given_away for verdict in judged.values()]
        return SeatReview(
            decisions=len(judged),
            given_away=round(sum(given_away), DIGITS),
            accuracy=accuracy(given_away),
            turning_points=turning_points(judged),
        )

    def at(self, place: Place) -> Reviewed:
        """Raise ``KeyError`` if there is no such decision."""
        for one in self.decisions:
            if one.place == place:
                return one
        raise KeyError(place)

    def to_json(self) -> dict[str, Any]:
        rounds = 1 + max((one.round for one in self.decisions), default=-1)
        return {
            "format": REVIEW_FORMAT,
            "players": self.players,
            "expert": self.expert,
            "rounds": [
                {
                    "luck": [one.luck for one in self._of(number) if one.number == 0],
                    "decisions": [_to_json(one) for one in self._of(number)],
                }
                for number in range(rounds)
            ],
            "seats": [_seat_to_json(self.seat(seat)) for seat in range(self.players)],
        }

    def _of(self, number: int) -> list[Reviewed]:
        return [one for one in self.decisions if one.round == number]


def review(game: GameState, people: Collection[Place], *, look_ahead: bool) -> Iterator[Reviewed]:
    """Yield the decisions of ``game``, with a verdict on those that ``people`` made.

    Each is judged by the view that its seat had then: other hands change nothing. ``look_ahead``
    needs Numba.
    """
    for decision in decisions(game):
        yield _reviewed(decision, judged=decision.place in people, look_ahead=look_ahead)


def _reviewed(decision: Decision, *, judged: bool, look_ahead: bool) -> Reviewed:
    view, place = decision.view, decision.place
    verdict = _rounded(judge(view, decision.move, look_ahead=look_ahead)) if judged else None
    played = verdict.played if verdict else _with_digits(expected(view, decision.move))
    luck = round(luck_of(view), DIGITS) if decision.number == 0 else None
    return Reviewed(*place, played, verdict, luck)


def _rounded(verdict: Judgement) -> Judgement:
    return verdict._replace(
        played=_with_digits(verdict.played),
        best=tuple(map(_with_digits, verdict.best)),
        given_away=round(verdict.given_away, DIGITS),
        ahead=None if verdict.ahead is None else round(verdict.ahead, DIGITS),
    )


def _with_digits(option: Option) -> Option:
    return option._replace(points=round(option.points, DIGITS))


def _to_json(one: Reviewed) -> dict[str, Any]:
    value: dict[str, Any] = {
        "number": one.number,
        "seat": one.seat,
        "played": move_to_json(one.played.move),
        "points": one.played.points,
    }
    if one.verdict is not None:
        value |= {
            "given_away": one.verdict.given_away,
            "ahead": one.verdict.ahead,
            "grade": one.verdict.grade,
            "best": [
                {"move": move_to_json(option.move), "points": option.points}
                for option in one.verdict.best
            ],
        }
    return value


def _seat_to_json(seat: SeatReview | None) -> dict[str, Any] | None:
    if seat is None:
        return None
    return {
        "decisions": seat.decisions,
        "given_away": seat.given_away,
        "accuracy": None if seat.accuracy is None else round(seat.accuracy, 4),
        "turning_points": [
            {"round": place.round, "number": place.number} for place in seat.turning_points
        ],
    }


def review_from_json(value: dict[str, Any]) -> Review:
    """Return the review that ``to_json`` wrote."""
    return Review(value["players"], value["expert"], tuple(_decisions_in(value["rounds"])))


def _decisions_in(rounds: Iterable[dict[str, Any]]) -> Iterator[Reviewed]:
    for number, each in enumerate(rounds):
        luck = iter(each["luck"])
        for one in each["decisions"]:
            played = Option(_move(one["played"]), one["points"])
            verdict = None
            if "grade" in one:
                best = tuple(Option(_move(each["move"]), each["points"]) for each in one["best"])
                verdict = Judgement(
                    played, best, one["given_away"], one["ahead"], Grade(one["grade"])
                )
            first = next(luck) if one["number"] == 0 else None
            yield Reviewed(number, one["number"], one["seat"], played, verdict, first)


def _move(value: Any) -> Move:
    return move_from_json(value)
