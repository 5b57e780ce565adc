"""The form for a new webhook."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import HookForm
from games.telling.post.addresses import LONGEST


class HookFields(forms.Form):
    """A webhook's form, name and address."""

    form = forms.ChoiceField(
        label=gettext_lazy("It takes"),
        choices=[
            (HookForm.DISCORD, gettext_lazy("messages to a Discord channel")),
            (HookForm.JSON, gettext_lazy("signed JSON, for your own program")),
        ],
    )
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        help_text=gettext_lazy("Something you’ll recognise, like “#lantern-street”."),
    )
    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST,
        help_text=gettext_lazy(
            "For Discord: in the channel’s settings, open Integrations, then Webhooks, and copy "
            "the webhook’s URL."
        ),
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.error_messages["required"] = _("Please fill this in.")
            field.widget.attrs["autocomplete"] = "off"
