"""Plans in players' words: what was ordered, and why it didn't fit."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.cards import Cards, bottom, top
from games.rules.orders import Order, Reason, Tried
from games.words.names import listed, told
from games.words.sets import numbers

_REASONS: dict[str, Promise] = {
    "not_in_ring": gettext_lazy("it’s no longer in the ring"),
    "not_at_an_end": gettext_lazy("it isn’t at an end"),
    "nothing_to_scout": gettext_lazy("there is nothing to take"),
    "no_scout_chip": gettext_lazy("you have no Scout chips left"),
    "scout_and_show_used": gettext_lazy("you’ve used Scout & Show this round"),
    "unread_warning": gettext_lazy("you have a warning to read first"),
}


def order_said(order: Order, shown: Cards) -> str:
    """Return ``"Show 8-8"``, ``"Take the 7"`` or ``"Take the 7 and show 6-7"``."""
    if order.taken is None:
        return _("Show {set}").format(set=numbers(shown))
    taken = top(order.taken)
    if not shown:
        return _("Take the {number}").format(number=taken)
    return _("Take the {number} and show {set}").format(number=taken, set=numbers(shown))


def card_said(order: Order) -> str:
    """Return the card of a scout as it will stand in the hand, ``"7/9"``; empty for a show."""
    return "" if order.taken is None else f"{top(order.taken)}/{bottom(order.taken)}"


def order_in_full(order: Order, shown: Cards) -> str:
    """Return ``"Take the 7 (7/9)"``: also how the card will stand in the hand."""
    if order.taken is None:
        return order_said(order, shown)
    template = _("Take the {number} ({card})")
    if shown:
        template = _("Take the {number} ({card}) and show {set}")
    return template.format(number=top(order.taken), card=card_said(order), set=numbers(shown))


def order_in_passing(order: Order, shown: Cards) -> str:
    """Return ``"take the 7"``, within a sentence."""
    if order.taken is None:
        return _("show {set}").format(set=numbers(shown))
    template = _("take the {number} and show {set}") if shown else _("take the {number}")
    return template.format(number=top(order.taken), set=numbers(shown))


def reason_said(reason: Reason, names: Sequence[SafeString], seat: int) -> SafeString:
    """Return ``"it doesn’t beat Tomás’s 9-9"``, to the player at ``seat``."""
    if reason.code in _REASONS:
        return told(str(_REASONS[reason.code]))
    if reason.code != "not_stronger" or reason.owner is None:
        return told(_("it can’t be played now"))
    if reason.owner == seat:
        return told(_("it doesn’t beat your {set}"), set=numbers(reason.beaten))
    name = names[reason.owner]
    return told(_("it doesn’t beat {name}’s {set}"), name=name, set=numbers(reason.beaten))


def misfit_said(tried: Sequence[Tried], names: Sequence[SafeString], seat: int) -> SafeString:
    """Return ``"Your plan didn’t fit: 1. Show 8-8: it doesn’t beat Tomás’s 9-9."``."""
    orders = [
        told(
            _("{place}. {order}: {reason}"),
            place=place,
            order=order_said(each.order, each.shown),
            reason=reason_said(each.reason, names, seat),
        )
        for place, each in enumerate(tried, start=1)
    ]
    return told(_("Your plan didn’t fit: {orders}."), orders=listed(orders))


def misfit_in_short(each: Tried) -> str:
    """Return ``"8-8 doesn’t beat 9-9"``, ``"the 7 is gone"``: for a phone."""
    code, taken = each.reason.code, each.order.taken
    if code == "not_stronger":
        template = _("{set} doesn’t beat {other}")
        return template.format(set=numbers(each.shown), other=numbers(each.reason.beaten))
    if taken is not None and code in ("not_in_ring", "nothing_to_scout"):
        return _("the {number} is gone").format(number=top(taken))
    if taken is not None and code == "not_at_an_end":
        return _("the {number} isn’t at an end").format(number=top(taken))
    return _("you can’t {order} now").format(order=order_in_passing(each.order, each.shown))
