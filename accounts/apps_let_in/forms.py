"""The form in which an app is registered and changed."""

from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import urlsplit

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.apps_let_in.addresses import MOST, refusal
from accounts.apps_let_in.models import LONGEST_NAME, App
from accounts.names import refusal_for_an_app
from games.people.name_keys import clean_name, name_key

if TYPE_CHECKING:
    FormOfAnApp = forms.ModelForm[App]
else:
    FormOfAnApp = forms.ModelForm


class AppForm(FormOfAnApp):
    """What players are told of an app, and where it has them sent back to."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("Players see it when they let your app in."),
    )
    purpose = forms.CharField(
        label=gettext_lazy("What it is for"),
        max_length=200,
        help_text=gettext_lazy(
            "One sentence for players, such as “Shows your turns on your watch.”"
        ),
    )
    home_page = forms.URLField(
        label=gettext_lazy("Home page"),
        required=False,
        max_length=200,
        assume_scheme="https",
        help_text=gettext_lazy("Where players read more. You may leave it empty."),
    )
    redirect_uris = forms.CharField(
        label=gettext_lazy("Where players come back to"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy(
            "One address per line, exactly as your app sends it. For a program on the player’s "
            "machine: http://127.0.0.1/callback, which stands for every port."
        ),
    )

    class Meta:
        model = App
        fields: ClassVar = ["name", "purpose", "home_page", "redirect_uris"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"
            field.error_messages["required"] = _("Please fill this in.")
        self.initial["redirect_uris"] = "\n".join(self.instance.redirect_uris.split())

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"])
        if said := refusal_for_an_app(name, longest=LONGEST_NAME):
            raise forms.ValidationError(said)
        alike = App.objects.filter(name_key=name_key(name)).exclude(pk=self.instance.pk)
        if alike.exists():
            raise forms.ValidationError(_("Another app has that name, or one that looks like it."))
        return name

    def clean_home_page(self) -> str:
        address: str = self.cleaned_data["home_page"]
        if address and urlsplit(address).scheme != "https":
            raise forms.ValidationError(_("A home page needs https."))
        return address

    def clean_redirect_uris(self) -> str:
        addresses = list(dict.fromkeys(self.cleaned_data["redirect_uris"].split()))
        if len(addresses) > MOST:
            raise forms.ValidationError(
                _("An app can have {most} addresses at most.").format(most=MOST)
            )
        faults = [said for said in map(refusal, addresses) if said]
        if faults:
            raise forms.ValidationError(faults)
        return " ".join(addresses)

    def save(self, commit: bool = True) -> App:
        self.instance.name_key = name_key(self.instance.name)
        return super().save(commit)


def new_app(**of: Any) -> App:
    """Return an app to fill in: without a secret, by code alone."""
    return App(
        client_type=App.CLIENT_PUBLIC,
        authorization_grant_type=App.GRANT_AUTHORIZATION_CODE,
        client_secret="",
        hash_client_secret=False,
        **of,
    )
