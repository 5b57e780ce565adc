"""What the page of a replay shows: which moment of which round, and where its links lead."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from games.archive.replays import Replay
from games.pages.replay.steps import Steps
from games.pages.table.choices import number_in
from games.words.people import people_at

MINE = "mine"
"""The value of ``view`` that closes the hands of the others."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A link to a round."""

    name: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class Controls:
    """The four ways to step, as links; the slider's ends and place."""

    first: str
    back: str
    next: str
    last: str
    place: int
    most: int


class Place:
    """The moment that an address names, and the addresses of others of the same replay.

    ``Http404`` for a round or a move that there is not, or not for this reader.
    """

    def __init__(self, request: HttpRequest, path: str, replay: Replay) -> None:
        sent = request.GET
        self.path = path
        self.replay = replay
        self.mine = replay.over and replay.seat is not None and sent.get("view") == MINE
        self._kept = {"invitation": sent["invitation"]} if sent.get("invitation") else {}
        found = replay.round
        if found is None:
            raise Http404
        self.round = found.seen_by(replay.seat) if self.mine and replay.seat is not None else found
        people = people_at(replay.seats, replay.seat)
        self.steps = Steps(self.round, people, replay.totals_by_round, stopped=replay.voided)
        self.move = _number(sent, "move", 1)
        if not 1 <= self.move <= self.steps.count + 1:
            raise Http404

    def address(
        self, *, round_number: int | None = None, move: int | None = None, mine: bool | None = None
    ) -> str:
        """The address of a moment; what is not given stays as it is."""
        number = self.round.number + 1 if round_number is None else round_number
        query: dict[str, object] = {"round": number, "move": self.move if move is None else move}
        return f"{self.path}?{urlencode(query | self._view(mine) | self._kept)}"

    def fields(self) -> dict[str, object]:
        """What a form that goes to another move sends along."""
        return {"round": self.round.number + 1} | self._view(None) | self._kept

    def steps_address(self) -> str:
        """Where the script finds all moments of the round."""
        return f"{self.path}steps/?{urlencode(self.fields())}"

    def _view(self, mine: bool | None) -> dict[str, object]:
        return {"view": MINE} if (self.mine if mine is None else mine) else {}

    @property
    def kept_query(self) -> str:
        """What every address of this game needs for this reader, as a query."""
        return f"?{urlencode(self._kept)}" if self._kept else ""


def asked_round(request: HttpRequest) -> int | None:
    """The round that an address names, from 0; None where it leaves that open."""
    return _number(request.GET, "round", 0) - 1 if "round" in request.GET else None


def _number(sent: Mapping[str, str], name: str, default: int) -> int:
    if name not in sent:
        return default
    number = number_in(sent[name])
    if number is None:
        raise Http404
    return number


def page_context(place: Place) -> dict[str, Any]:
    """What ``games/replay/replay.html`` needs of a moment."""
    replay, steps = place.replay, place.steps
    most = steps.count + 1
    addresses = [place.address(move=number) for number in range(1, most + 1)]
    back, following = max(place.move - 1, 1), min(place.move + 1, most)
    return {
        "name": replay.name,
        "finished": replay.finished,
        "voided": replay.voided,
        "over": replay.over,
        "seated": replay.seat is not None,
        "step": steps.step(place.move),
        "moves": list(zip(steps.moves, addresses, strict=False)),
        "end": {"number": most, "address": addresses[-1]} if replay.over else None,
        "stopped": replay.over and place.round.last is None,
        "tabs": [
            Tab(
                _("R{number}").format(number=number + 1),
                place.address(round_number=number + 1, move=1),
                number == place.round.number,
            )
            for number in replay.numbers
        ],
        "mine": place.mine,
        "other_view": place.address(mine=not place.mine)
        if replay.over and replay.seat is not None
        else "",
        "controls": Controls(
            first=addresses[0],
            back=addresses[back - 1],
            next=addresses[following - 1],
            last=addresses[-1],
            place=place.move,
            most=most,
        ),
        "path": place.path,
        "fields": place.fields(),
        "here": place.address(),
        "steps_address": place.steps_address(),
        "kept_query": place.kept_query,
    }
