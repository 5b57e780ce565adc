"""The list of a plan's orders."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.table.choices import Choice
from games.pages.table.plan.orders import OrderLine, line_of
from games.pages.table.plan.own import Own
from games.play.plans.changing import mark_of
from games.rules.cards import TOPS, Cards
from games.rules.moves import Show
from games.rules.orders import MOST_ORDERS, Order
from games.rules.sets import is_set


class PlanBox(NamedTuple):
    """The viewer's plan, as a list and on the way to it."""

    lines: tuple[OrderLine, ...]
    mark: str
    """Which plan this is: see ``games.play.plans.changing``."""
    how_many: str
    opener: str
    opens: str
    """What the opener asks for."""
    is_open: bool
    is_list: bool
    """Whether phones show the list alone."""
    ready: OrderLine | None
    """What is selected, before it is added."""
    full: bool
    said: str = ""
    """What the last press did, for screen readers."""

    @property
    def next_number(self) -> int:
        return len(self.lines) + 1


def plan_box(own: Own, hand: Cards, choice: Choice) -> PlanBox:
    """Return the viewer's plan."""
    count = len(own.orders)
    opener = _("Plan your turn")
    if count:
        template = ngettext("Your plan: {count} order", "Your plan: {count} orders", count)
        opener = template.format(count=count)
    full = count >= MOST_ORDERS
    return PlanBox(
        lines=tuple(line_of(order, hand, place + 1) for place, order in enumerate(own.orders)),
        mark=mark_of(own.plan),
        how_many=_("{count} of {most}").format(count=count, most=MOST_ORDERS),
        opener=opener,
        opens="plan-list" if count else "plan-compose",
        is_open=bool(count) or choice.plans,
        is_list=choice.planning == "list",
        ready=None if full or not choice.plans or choice.mode else _ready(hand, choice, count + 1),
        full=full,
        said=choice.said,
    )


def _ready(hand: Cards, choice: Choice, number: int) -> OrderLine:
    """Return the selected set's line, which the page's script fills anew; empty without a set."""
    start, stop = choice.slice if choice.judged and choice.slice else (0, 0)
    if is_set(hand[start:stop].translate(TOPS)):
        return line_of(Order(Show(start, stop)), hand, number)
    return OrderLine(number, "up", b"", "", "")
