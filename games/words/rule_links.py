"""The parts of the rules page, and the links that lead to them from a refusal."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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
"""The parts of the rules page, by their place in its address."""

_NAMES = dict(SECTIONS)


def rule_text(place: str) -> str:
    """The words of a link to a part of the rules: ``"Rule: What beats what"``; empty for none."""
    return _("Rule: {name}").format(name=_NAMES[place]) if place else ""
