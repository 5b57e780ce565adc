"""Orders: what is chosen, as an order, and lines about orders."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.pages.table.choices import Choice, move_of
from games.pages.table.sets.gaps import gap_text
from games.rules.cards import Card, Cards, top
from games.rules.errors import RuleError
from games.rules.moves import Orient, Scout, ScoutAndShow, Show
from games.rules.orders import Order
from games.words.plans import order_in_full, order_in_passing

ICONS = {"show": "up", "scout": "down", "scout_and_show": "swap"}


class OrderLine(NamedTuple):
    """An order of the list."""

    number: int
    icon: str
    cards: Cards
    title: str
    condition: str
    up: str = ""
    """The label of its button to move up; empty if it is the first."""
    drop: str = ""

    @property
    def place(self) -> int:
        """For presses, from 0."""
        return self.number - 1


def order_of(choice: Choice) -> Order:
    """Return what is chosen as an order; raise ``RuleError`` unless it is one."""
    if choice.mode == "scout":
        move = move_of(choice, "send", {})
    elif choice.mode and not choice.showing:
        raise RuleError("no_such_cards", "Choose your show first.")
    else:
        move = move_of(choice, "show", {})
    assert not isinstance(move, Orient)
    if isinstance(move, Show):
        return Order(move)
    if choice.wanted is None:
        raise RuleError("no_such_place", "Choose an end and a gap.")
    return Order(move, choice.wanted)


def line_of(order: Order, hand: Cards, number: int) -> OrderLine:
    """Return an order's line."""
    shown = order.shown(hand)
    names = {"number": number, "order": order_in_passing(order, shown)}
    return OrderLine(
        number=number,
        icon=ICONS[order.move.type],
        cards=shown or _one(order.taken),
        title=order_in_full(order, shown),
        condition=_condition(order, hand),
        up="" if number == 1 else _("Move order {number} up: {order}").format(**names),
        drop=_("Remove order {number}: {order}").format(**names),
    )


def _one(card: Card | None) -> Cards:
    return b"" if card is None else bytes([card])


def _condition(order: Order, hand: Cards) -> str:
    match order.move, order.taken:
        case Scout(to=to), _:
            template = _("if it lies at an end, this way up, here: {where}")
            return template.format(where=gap_text(hand, to))
        case ScoutAndShow(to=to), int(taken):
            template = _("if the {number} lies at an end, put in {where}, and this beats the rest")
            return template.format(number=top(taken), where=gap_text(hand, to))
    return _("if it beats what’s there")
