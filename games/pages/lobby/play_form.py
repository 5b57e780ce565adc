"""The form for games against bots alone, beside the bots themselves."""

from django import forms

from games.pages.lobby.offered import offered


class PlayForm(forms.Form):
    """Terms of the game; faulty fields take defaults."""

    legal_sets = offered("show_legal_sets")
