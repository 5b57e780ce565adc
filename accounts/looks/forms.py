"""The form of a viewer's taste."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.people.taste import FACES, LOUDEST, MOTIONS, PACES, Taste
from games.words.names import listed_plainly


class TasteForm(forms.Form):
    """What the table's settings ask."""

    pace = forms.ChoiceField(choices=[(each, each) for each in PACES])
    tap = forms.BooleanField(required=False)
    motion = forms.ChoiceField(choices=[(each, each) for each in MOTIONS])
    sound = forms.BooleanField(required=False)
    volume = forms.IntegerField(min_value=0, max_value=LOUDEST)
    faces = forms.ChoiceField(choices=[(each, each) for each in FACES])

    def chosen(self) -> Taste:
        """Return the taste; the form must be valid."""
        return Taste(**self.cleaned_data)


def change_in_words(before: Taste, after: Taste) -> str:
    """Say what is no longer as it was; empty if nothing is."""
    changed = [name for name in Taste._fields if getattr(before, name) != getattr(after, name)]
    return listed_plainly(_in_words(name, getattr(after, name)) for name in changed)


def _in_words(name: str, value: Any) -> str:
    if name == "volume":
        return _("volume {percent}%").format(percent=value)
    return {
        ("pace", "normal"): _("bots at their normal speed"),
        ("pace", "slow"): _("slow bots"),
        ("pace", "once"): _("bots at once"),
        ("tap", True): _("each bot waits for your tap"),
        ("tap", False): _("bots wait for nobody"),
        ("motion", "device"): _("motion as your device says"),
        ("motion", "off"): _("motion off"),
        ("sound", True): _("sound on"),
        ("sound", False): _("sound off"),
        ("faces", "standard"): _("standard cards"),
        ("faces", "contrast"): _("high-contrast cards"),
        ("faces", "shapes"): _("cards with four shapes"),
    }[name, value]
