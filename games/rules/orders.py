"""Orders: moves that are left to be played when they are legal.

An order holds for the hand as it is. What others do decides whether it fits, and from which end the
card it wants is scouted then.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Any, NamedTuple

from .cards import TOPS, Card, Cards, card_name, deck, parse_card, turned
from .errors import RuleError
from .moves import (
    ENDS,
    End,
    Move,
    Scout,
    ScoutAndShow,
    Show,
    move_from_json,
    move_to_json,
)
from .round import apply, normalise
from .scouting import left_in_ring, scouted_card, with_card
from .sets import is_set
from .state import RoundState

MOST_ORDERS = 5


class Order(NamedTuple):
    """A move to be played if it is legal on its seat's turn."""

    move: Show | Scout | ScoutAndShow
    """Of a scout, ``end`` is where the card lay when the order was given."""
    card: Card | None = None
    """The card to scout, as it lay then: ``move.flip`` turns this, however it lies on the turn."""

    @property
    def taken(self) -> Card | None:
        """The scouted card the way up it will have in the hand; None for a show."""
        if self.card is None or isinstance(self.move, Show):
            return None
        return turned(self.card) if self.move.flip else self.card

    def shown(self, hand: Cards) -> Cards:
        """Return the cards of ``hand``, and the scouted one, that the order shows."""
        match self.move:
            case Show(start, stop):
                return hand[start:stop]
            case ScoutAndShow(to=to, start=start, stop=stop) if self.taken is not None:
                return with_card(hand, to, self.taken)[start:stop]
        return b""


class Reason(NamedTuple):
    """Why an order does not fit."""

    code: str
    """A move's own, such as ``not_stronger``; or ``not_in_ring``, ``not_at_an_end``."""
    owner: int | None
    """The seat whose set lies in the ring; None before any."""
    beaten: Cards
    """The set that the order had to beat: what a scout leaves, where it scouts first."""


class Tried(NamedTuple):
    """An order that didn't fit on its seat's turn."""

    order: Order
    shown: Cards
    """The cards that it would have shown; none of a scout."""
    reason: Reason


def order_to_json(order: Order) -> dict[str, Any]:
    """Return ``order`` as JSON."""
    value: dict[str, Any] = {"move": move_to_json(order.move)}
    return value if order.card is None else {**value, "card": card_name(order.card)}


def order_from_json(value: object) -> Order:
    """Return the order, whether or not it can ever be played.

    Raise ``RuleError``: ``bad_move`` unless it has exactly its kind's keys and types,
    ``wrong_phase`` for turning the hand, which can't be left to be done.
    """
    if not isinstance(value, dict) or "move" not in value:
        raise RuleError("bad_move", "An order is an object with a move.")
    move = move_from_json(value["move"])
    if not isinstance(move, Show | Scout | ScoutAndShow):
        raise RuleError("wrong_phase", "Only turns can be planned: to show, to scout, or both.")
    keys = {"move"} if isinstance(move, Show) else {"move", "card"}
    if value.keys() != keys:
        raise RuleError(
            "bad_move",
            f"An order to {move.type} has exactly these keys: {', '.join(sorted(keys))}.",
        )
    if isinstance(move, Show):
        return Order(move)
    try:
        return Order(move, parse_card(value["card"]))
    except ValueError:
        raise RuleError("bad_move", "The card of an order has a name such as 3/7.") from None


def check_order(order: Order, state: RoundState, seat: int) -> None:
    """Check what others can't change until the seat's next decision.

    Raise ``RuleError`` with the code of the move's fault; a card that this game does not have, or
    that is in the hand, is ``nothing_to_scout``.
    """
    move, hand = order.move, state.hands[seat]
    if isinstance(move, ScoutAndShow):
        if state.players == 2:
            raise RuleError("not_with_two_players", "There is no Scout & Show with two players.")
        if not state.scout_and_show[seat]:
            raise RuleError("scout_and_show_used", "You've used Scout & Show this round.")
    if not isinstance(move, Show):
        if state.players == 2 and not state.chips[seat]:
            raise RuleError("no_scout_chip", "You have no Scout chips left. You must show.")
        if not 0 <= move.to <= len(hand):
            raise RuleError("no_such_place", "There is no such place in this hand.")
        if not _may_be_scouted(order.card, state, hand):
            raise RuleError("nothing_to_scout", "That card can't come into the ring.")
    if not isinstance(move, Scout):
        held = len(hand) + isinstance(move, ScoutAndShow)
        if not 0 <= move.start < move.stop <= held:
            raise RuleError("no_such_cards", "There are no such cards in this hand.")
        tops = order.shown(hand).translate(TOPS)
        if not is_set(tops):
            numbers = "-".join(str(number) for number in tops)
            raise RuleError(
                "not_a_set", f"{numbers} isn't a set. Cards must match or run in steps of one."
            )


def fitting(order: Order, state: RoundState, seat: int) -> Move | Reason:
    """Return the legal move that ``order`` is on the seat's turn, or why it is none."""
    active = state.active
    move = _as_it_lies(order, active)
    if move is None:
        return Reason(_why_not_there(order.card, active), state.owner, active)
    try:
        apply(state, seat, move)
    except RuleError as refusal:
        beaten = left_in_ring(active, move.end) if isinstance(move, ScoutAndShow) else active
        return Reason(refusal.code, state.owner, beaten)
    return normalise(state, move)


def legal_now(order: Order, active: Cards, legal: Collection[Move]) -> Move | None:
    """Return which of the ``legal`` moves the order is, with ``active`` in the ring, if any."""
    move = _as_it_lies(order, active)
    return move if move in legal else None


def _as_it_lies(order: Order, active: Cards) -> Show | Scout | ScoutAndShow | None:
    """Return the move by how its card lies now; None if that is at no end of ``active``."""
    if isinstance(order.move, Show):
        return order.move
    end = _end_with(order.card, active)
    if end is None:
        return None
    return replace(order.move, end=end, flip=scouted_card(active, end) != order.taken)


def _end_with(card: Card | None, active: Cards) -> End | None:
    for end in ENDS if active else ():
        if card is not None and _same(card, scouted_card(active, end)):
            return end
    return None


def _why_not_there(card: Card | None, active: Cards) -> str:
    if not active:
        return "nothing_to_scout"
    return "not_at_an_end" if _is_among(card, active) else "not_in_ring"


def _may_be_scouted(card: Card | None, state: RoundState, hand: Cards) -> bool:
    return _is_among(card, deck(state.players)) and not _is_among(card, hand)


def _is_among(card: Card | None, cards: Cards) -> bool:
    """Either way up."""
    return card is not None and any(_same(card, each) for each in cards)


def _same(card: Card, other: Card) -> bool:
    return other in (card, turned(card))
