"""The form for new games."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundField, BoundWidget
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.bots.offered import ALIASES
from games.lobby.seating import LONGEST_NAME as LONGEST_PLAYER_NAME
from games.lobby.terms import LATEST, LONGEST_NAME, SOONEST, TERMS, Option, Terms
from games.log.deadlines import rest_counts
from games.pages.lobby.offered import Offered, offered
from games.rules.cards import PLAYER_COUNTS
from games.words.bots import bot_options

_BESIDE_THE_CREATOR = range(1, max(PLAYER_COUNTS))
_MINUTE = "%Y-%m-%dT%H:%M"
_WAYS = (
    Option(
        "link",
        "link",
        gettext_lazy("By link"),
        gettext_lazy("You get a link to share. Anyone with the link can join."),
    ),
    Option(
        "named",
        "named",
        gettext_lazy("By name"),
        gettext_lazy("Players you name will find it under My games."),
    ),
    Option(
        "open",
        "open",
        gettext_lazy("Anyone"),
        gettext_lazy("It is listed under Find a game, and anyone can watch."),
    ),
)


class Sitter(Offered):
    """The choice for a seat, which accepts the aliases of characters without listing them."""

    def _chosen(self, key: Any) -> Option | None:
        return super()._chosen(ALIASES.get(key, key))


class CreateForm(forms.Form):
    """The terms, the invited and a guest's name."""

    name = forms.CharField(
        label=TERMS["name"].label,
        required=False,
        widget=forms.TextInput(
            {
                "class": "input",
                "maxlength": LONGEST_NAME,
                "autocomplete": "off",
                "placeholder": gettext_lazy("We’ll pick one"),
            }
        ),
    )
    your_name = forms.CharField(
        label=gettext_lazy("Your name at the table"),
        required=False,
        widget=forms.TextInput(
            {
                "class": "input",
                "id": "your-name",
                "maxlength": LONGEST_PLAYER_NAME,
                "autocomplete": "nickname",
                "placeholder": gettext_lazy("Guest"),
            }
        ),
    )
    starts_at = forms.DateTimeField(
        label=TERMS["starts_at"].label,
        required=False,
        widget=forms.DateTimeInput(
            {"type": "datetime-local", "class": "input", "aria-describedby": "start-hint"},
            format=_MINUTE,
        ),
        error_messages={"invalid": gettext_lazy("Choose a day and an hour to start, or none.")},
    )
    audience = Offered(lambda: _WAYS, default="link", label=TERMS["open"].label)
    named = forms.CharField(
        label=gettext_lazy("Players to ask"),
        required=False,
        widget=forms.Textarea(
            {
                "class": "input",
                "rows": 3,
                "cols": False,
                "autocomplete": "off",
                "aria-describedby": "named-hint",
            }
        ),
    )

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, auto_id="%s", **more)
        for name, term in TERMS.items():
            if term.options:
                self.fields[term.key] = offered(name)
        now = timezone.localtime()
        self.fields["starts_at"].widget.attrs |= {
            "min": (now + SOONEST).strftime(_MINUTE),
            "max": (now + LATEST).strftime(_MINUTE),
        }
        for seat in _BESIDE_THE_CREATOR:
            self.fields[f"seat_{seat}"] = Sitter(
                _sitters,
                default=None,
                label=_("Seat {number}").format(number=seat + 1),
                widget=forms.Select({"class": "input"}),
            )

    def seats(self) -> list[BoundField]:
        return [self[f"seat_{seat}"] for seat in _BESIDE_THE_CREATOR]

    def ways(self) -> Iterator[tuple[BoundWidget, str]]:
        return zip(self["audience"], (str(way.said) for way in _WAYS), strict=True)

    def turns_without_rest(self) -> list[str]:
        """Return the times for a turn with which rest never counts."""
        offered_times = TERMS["turn_seconds"].offered()
        return [
            time.key
            for time in offered_times
            if not rest_counts(turn_seconds=time.value, wanted=True)
        ]

    def other_terms(self) -> list[BoundField]:
        placed = ("players", "turn_seconds")
        return [
            self[term.key] for name, term in TERMS.items() if term.options and name not in placed
        ]

    def clean_named(self) -> list[str]:
        typed = self.cleaned_data["named"].replace(",", "\n").splitlines()
        return list(dict.fromkeys(" ".join(name.split()) for name in typed if name.strip()))

    def terms(self) -> Terms:
        """Requires a valid form."""
        chosen = self.cleaned_data
        read = {name: chosen[term.key] for name, term in TERMS.items() if term.key in self.fields}
        sitters = {seat: chosen[f"seat_{seat}"] for seat in range(1, chosen["players"])}
        bots = {seat: bot for seat, bot in sitters.items() if bot}
        return Terms(**read, bots=bots, open=chosen["audience"] == "open")


def _sitters() -> list[Option]:
    bots = [Option(name, name, said) for name, said in bot_options()]
    return [Option(None, "open", _("A person")), *bots]
