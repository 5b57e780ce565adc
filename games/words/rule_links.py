"""The rules page's sections."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.words.kept import kept_per_language

SECTIONS = (
    ("idea", gettext_lazy("The idea")),
    ("cards", gettext_lazy("Cards and hands")),
    ("show", gettext_lazy("Show")),
    ("scout", gettext_lazy("Scout")),
    ("scout-and-show", gettext_lazy("Scout & Show")),
    ("beats", gettext_lazy("What beats what")),
    ("end", gettext_lazy("End of a round")),
    ("points", gettext_lazy("Points")),
    ("two-players", gettext_lazy("Two players")),
)
"""By anchor."""

_NAMES = dict(SECTIONS)


@kept_per_language
def rule_text(place: str) -> str:
    """Return ``"Rule: What beats what"``, or empty."""
    return _("Rule: {name}").format(name=_NAMES[place]) if place else ""
