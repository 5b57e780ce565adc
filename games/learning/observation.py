"""Observations: what a seat knows as a row of numbers, from its view alone.

Seats count clockwise from the observer, 0. Each part is a table, row by row; ``PARTS`` names the
parts in their order, and ``docs/library.md`` says what each number is.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ..bots.unseen import scouted_cards, shown_cards
from ..rules.cards import HIGHEST, PLAYER_COUNTS, bottom, deck, top
from ..rules.views import View
from .actions import LONGEST, PLACES

SEATS = PLAYER_COUNTS[-1]
CARDS = len(deck(SEATS))
PHASES = ("orient", "play", "over")
ACTIVE, OUT, UNKNOWN, NOWHERE = SEATS, SEATS + 1, SEATS + 2, -1
"""Where a card is, if not with a seat: shown and out of play, or perhaps in another hand."""


class Ints(Protocol):
    """A row of integers: a list, or an array in compiled code."""

    def __getitem__(self, index: int, /) -> int: ...


class Floats(Protocol):
    """A row of numbers."""

    def __setitem__(self, index: int, value: float, /) -> None: ...


class Part(NamedTuple):
    """A part of an observation: a table of so many rows and columns."""

    name: str
    rows: int
    columns: int


PARTS = (
    Part("players", 1, len(PLAYER_COUNTS)),
    Part("phase", 1, len(PHASES)),
    Part("rounds to come", 1, SEATS),
    Part("turns", 1, 1),
    Part("scouts", 1, 1),
    Part("hand", PLACES, 2 * HIGHEST),
    Part("active set", LONGEST, 2 * HIGHEST),
    Part("cards", CARDS, SEATS + 3),
    Part("seats", SEATS, 8),
)


def _firsts() -> tuple[int, ...]:
    sizes = [part.rows * part.columns for part in PARTS]
    return tuple(sum(sizes[:place]) for place in range(len(PARTS) + 1))


_FIRSTS = _firsts()
SIZE = _FIRSTS[-1]
"""How many numbers an observation has."""
LEAST, MOST = -100.0, 100.0
"""No number is outside."""

_PHASE, _TO_COME, _TURNS, _SCOUTS, _HAND, _ACTIVE, _CARDS, _SEATS = _FIRSTS[1:-1]
_FACES, _WHERE, _FACTS = 2 * HIGHEST, SEATS + 3, 8
_TOP = tuple(top(card) for card in range(2 * CARDS))
_BOTTOM = tuple(bottom(card) for card in range(2 * CARDS))
_FULL_GAME = 200.0


def places_of(name: str) -> slice:
    """Return where the part ``name`` stands in an observation. Raise ``KeyError`` if unknown."""
    for place, part in enumerate(PARTS):
        if part.name == name:
            return slice(_FIRSTS[place], _FIRSTS[place + 1])
    raise KeyError(name)


class Seen(NamedTuple):
    """What an observation is made of; rows by seat count from seat 0 of the table."""

    players: int
    seat: int
    phase: int
    to_come: int
    """Rounds after this one."""
    turns: int
    scouts: int
    """Turns since the last Show."""
    hand: Ints
    held: int
    active: Ints
    size: int
    owner: int
    """The last seat to show; -1 before any Show."""
    starter: int
    counts: Ints
    collected: Ints
    chips: Ints
    both: Ints
    """1 for each seat with its Scout & Show chip."""
    scores: Ints
    acting: Ints
    """1 for each seat that may act."""
    where: Ints
    """By half a card's number: the seat that is known to hold it, or where else it is."""


def fill(out: Floats, seen: Seen) -> None:
    """Write an observation into ``out``, which holds ``SIZE`` zeros."""
    players = seen.players
    out[players - 2] = 1.0
    out[_PHASE + seen.phase] = 1.0
    out[_TO_COME + seen.to_come] = 1.0
    out[_TURNS] = seen.turns / _FULL_GAME
    out[_SCOUTS] = seen.scouts / 4
    for place in range(seen.held):
        first = _HAND + place * _FACES - 1
        out[first + _TOP[seen.hand[place]]] = 1.0
        out[first + HIGHEST + _BOTTOM[seen.hand[place]]] = 1.0
    for place in range(seen.size):
        first = _ACTIVE + place * _FACES - 1
        out[first + _TOP[seen.active[place]]] = 1.0
        out[first + HIGHEST + _BOTTOM[seen.active[place]]] = 1.0
    for card in range(CARDS):
        where = seen.where[card]
        if where >= SEATS:
            out[_CARDS + card * _WHERE + where] = 1.0
        elif where >= 0:
            out[_CARDS + card * _WHERE + (where - seen.seat) % players] = 1.0
    for step in range(players):
        seat = (seen.seat + step) % players
        first = _SEATS + step * _FACTS
        out[first] = seen.counts[seat] / 10
        out[first + 1] = seen.collected[seat] / 10
        out[first + 2] = seen.chips[seat] / 10
        out[first + 3] = seen.both[seat]
        out[first + 4] = seen.scores[seat] / 20
        out[first + 5] = 1.0 if seat == seen.owner else 0.0
        out[first + 6] = 1.0 if seat == seen.starter else 0.0
        out[first + 7] = seen.acting[seat]


def observe(view: View) -> list[float]:
    """Return the observation of a seat's view: ``SIZE`` numbers.

    Raise ``ValueError`` for a spectator's view.
    """
    if view.seat is None or view.hand is None:
        raise ValueError("A spectator has no observation.")
    shows = [place for place, move in enumerate(view.history) if move.cards is not None]
    last = shows[-1] if shows else -1
    active = view.active_set.cards if view.active_set else b""
    out = [0.0] * SIZE
    seen = Seen(
        players=view.players,
        seat=view.seat,
        phase=PHASES.index(view.phase),
        to_come=view.rounds - view.round - 1,
        turns=len(view.history),
        scouts=len(view.history) - last - 1 if shows else 0,
        hand=view.hand,
        held=len(view.hand),
        active=active,
        size=len(active),
        owner=view.history[last].seat if shows else -1,
        starter=view.starter,
        counts=view.hand_counts,
        collected=view.collected,
        chips=view.chips,
        both=[int(chip) for chip in view.scout_and_show],
        scores=view.scores,
        acting=[int(seat in view.to_act) for seat in range(view.players)],
        where=_where(view, view.seat, view.hand, active),
    )
    fill(out, seen)
    return out


def _where(view: View, seat: int, hand: Sequence[int], active: Sequence[int]) -> list[int]:
    where = [NOWHERE] * CARDS
    for card in deck(view.players):
        where[card >> 1] = UNKNOWN
    for card in shown_cards(view):
        where[card >> 1] = OUT
    for card, holder in scouted_cards(view.history).items():
        where[card >> 1] = holder
    for card in active:
        where[card >> 1] = ACTIVE
    for card in hand:
        where[card >> 1] = seat
    return where
