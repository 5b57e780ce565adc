"""A replay page's frame."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.archive.replays import Replay
from games.log.rewinds import Undone, places_of
from games.pages.replay.steps import MoveLine, Steps
from games.pages.table.moves.brief import brief
from games.words.people import People, people_at

MINE = "mine"
"""Hides the other hands."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A link to a round."""

    name: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class Controls:
    """Links for stepping, and the slider."""

    first: str
    back: str
    next: str
    last: str
    place: int
    most: int


class ShownStep:
    """A step of ``replay``'s round, and URLs under ``path``.

    ``mine`` hides the other hands; all URLs keep ``invitation``. Raise ``LookupError`` for a
    missing or hidden step.
    """

    def __init__(
        self, replay: Replay, path: str, *, move: int, mine: bool, invitation: str
    ) -> None:
        self.path = path
        self.replay = replay
        self.mine = mine and replay.over and replay.seat is not None
        self._kept = {"invitation": invitation} if invitation else {}
        found = replay.round
        if found is None:
            raise LookupError("There is no such round.")
        self.round = found.seen_by(replay.seat) if self.mine and replay.seat is not None else found
        people = people_at(replay.seats, replay.seat)
        self.struck = struck_lines(replay.undone, people)
        self.steps = Steps(self.round, people, replay.totals_by_round, stopped=replay.voided)
        self.move = move
        if not 1 <= move <= self.steps.count + 1:
            raise LookupError("There is no such step.")

    def address(
        self, *, round_number: int | None = None, move: int | None = None, mine: bool | None = None
    ) -> str:
        """Omitted parts stay the same."""
        number = self.round.number + 1 if round_number is None else round_number
        query: dict[str, object] = {"round": number, "move": self.move if move is None else move}
        return f"{self.path}?{urlencode(query | self._view(mine) | self._kept)}"

    def fields(self) -> dict[str, object]:
        """Return a form's hidden fields."""
        return {"round": self.round.number + 1} | self._view(None) | self._kept

    def steps_address(self) -> str:
        return f"{self.path}steps/?{urlencode(self.fields())}"

    def _view(self, mine: bool | None) -> dict[str, object]:
        return {"view": MINE} if (self.mine if mine is None else mine) else {}

    @property
    def kept_query(self) -> str:
        return f"?{urlencode(self._kept)}" if self._kept else ""


def struck_lines(undone: Sequence[Undone], people: People) -> defaultdict[int, list[MoveLine]]:
    """Return the lines of turns that were taken back, by the number of turns before them."""
    lines: defaultdict[int, list[MoveLine]] = defaultdict(list)
    places = places_of(undone)
    for each in undone:
        person = people[each.move.seat]
        line = MoveLine(each.number, person.avatar, brief(each.move, None, person))
        lines[places[each.version]].append(line)
    return lines


def page_context(shown: ShownStep) -> dict[str, Any]:
    """Return the context of ``games/replay/replay.html``."""
    replay, steps = shown.replay, shown.steps
    most = steps.count + 1
    addresses = [shown.address(move=number) for number in range(1, most + 1)]
    ended = replay.over or shown.round.last is not None
    back, following = max(shown.move - 1, 1), min(shown.move + 1, most)
    return {
        "name": replay.name,
        "finished": replay.finished,
        "has_record": _has_record(replay),
        "voided": replay.voided,
        "over": replay.over,
        "seated": replay.seat is not None,
        "step": steps.step(shown.move),
        "moves": [
            (line, address, shown.struck[line.number - 1])
            for line, address in zip(steps.moves, addresses, strict=False)
        ],
        "struck": shown.struck[steps.count],
        "end": {"number": most, "address": addresses[-1]} if ended else None,
        "stopped": replay.over and shown.round.last is None,
        "tabs": [
            Tab(
                _("R{number}").format(number=number + 1),
                shown.address(round_number=number + 1, move=1),
                number == shown.round.number,
            )
            for number in replay.numbers
        ],
        "mine": shown.mine,
        "other_view": shown.address(mine=not shown.mine)
        if replay.over and replay.seat is not None
        else "",
        "controls": Controls(
            first=addresses[0],
            back=addresses[back - 1],
            next=addresses[following - 1],
            last=addresses[-1],
            place=shown.move,
            most=most,
        ),
        "path": shown.path,
        "fields": shown.fields(),
        "here": shown.address(),
        "steps_address": shown.steps_address(),
        "kept_query": shown.kept_query,
    }


def _has_record(replay: Replay) -> bool:
    """A record is of a game with as many rounds as players, and of one that counts."""
    whole = len(replay.totals_by_round) == len(replay.seats)
    return replay.finished and not replay.voided and replay.stamp is not None and whole
