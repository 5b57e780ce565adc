"""Filters of "Find a game"."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.lobby.finding import Wanted
from games.lobby.terms import TERMS, Option
from games.pages.lobby.offered import Offered

_HALF_A_DAY, _DAY = 12 * 3600, 24 * 3600


class Chosen(NamedTuple):
    """An active filter, and the URL without it."""

    label: str
    without: str


def _any_or(*options: Option, nothing: Any = None) -> list[Option]:
    return [Option(nothing, "", _("Any")), *options]


def _players() -> list[Option]:
    return _any_or(*TERMS["players"].offered())


def _times() -> list[Option]:
    # Seconds for a turn, at least and at most.
    return _any_or(
        Option((None, _HALF_A_DAY), "quick", _("to 12 h")),
        Option((_HALF_A_DAY + 1, _DAY), "day", _("1 day")),
        Option((_DAY + 1, None), "slow", _("longer")),
        nothing=(None, None),
    )


def _kinds() -> list[Option]:
    return _any_or(*reversed(TERMS["rated"].offered()))


def _seats() -> list[Option]:
    return _any_or(Option(True, "last", _("The last one")), nothing=False)


def _orders() -> list[Option]:
    return [
        Option(False, "", _("Fewest seats left")),
        Option(True, "newest", _("Newest")),
    ]


class FilterForm(forms.Form):
    """Which open games to list; faulty fields are ignored."""

    players = Offered(_players, default=None, label=TERMS["players"].label)
    time = Offered(_times, default=(None, None), label=TERMS["turn_seconds"].label)
    kind = Offered(_kinds, default=None, label=TERMS["rated"].label)
    seats = Offered(_seats, default=False, label=gettext_lazy("Seats free"))
    order = Offered(_orders, default=False, label=gettext_lazy("Order"))

    def wanted(self) -> Wanted:
        """Requires a cleaned form."""
        chosen = self.cleaned_data
        at_least, at_most = chosen["time"]
        return Wanted(
            players=chosen["players"],
            at_least=at_least,
            at_most=at_most,
            rated=chosen["kind"],
            last_seat=chosen["seats"],
            newest_first=chosen["order"],
        )

    def filters(self) -> list[BoundField]:
        return [field for field in self if field.name != "order"]

    def chosen(self) -> list[Chosen]:
        return [
            Chosen(
                _("{filter}: {choice}").format(filter=field.label, choice=option.choice_label),
                f"?{self.query(without=field.name)}",
            )
            for field in self.filters()
            for option in field
            if option.data["selected"] and option.data["value"]
        ]

    def query(self, *, without: str = "") -> str:
        values = {field.name: field.value() for field in self if field.name != without}
        return urlencode({name: value for name, value in values.items() if value})
