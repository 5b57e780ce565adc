"""The form for bot games."""

from django import forms
from django.utils.translation import gettext_lazy

from games.lobby.terms import Option
from games.pages.lobby.offered import Offered, offered
from games.words.levels import level_labels


class PlayForm(forms.Form):
    """How many bots, of which level; faulty fields take defaults."""

    players = offered("players")
    level = Offered(
        lambda: [Option(level, level, label) for level, label in level_labels()],
        default="easy",
        label=gettext_lazy("How they play"),
    )
    legal_sets = offered("show_legal_sets")
