"""django-allauth's forms in our words; those for passwords are in `password_forms`."""

from collections.abc import Mapping
from typing import Any, ClassVar

from allauth.account import forms as allauth
from allauth.account.models import EmailAddress
from allauth.core import context
from django import forms
from django.contrib import messages
from django.core.validators import EmailValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.appearance import appearance_of_browser, taste_of_browser
from accounts.guests.addresses import state_of
from accounts.guests.becoming import name_seats
from accounts.guests.strangers import guest_of
from accounts.models import TellTurns, User
from accounts.names import LONGEST
from accounts.sign_in.passwords import SHORTEST
from accounts.time_zones import zone_of_browser
from games.people.lookalikes import one_called

Words = Mapping[str, Any]
"""Labels or hints by field name."""

PASSWORD_HELP = _("{count} characters or more. A sentence is fine.")
NO_ADDRESS = _("That isn’t an email address. Use the form name@example.org.")


class PlainForm(forms.Form):
    """Sets labels and hints, and removes placeholders."""

    labels: ClassVar[Words] = {}
    hints: ClassVar[Words] = {}
    left_out: ClassVar[tuple[str, ...]] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.left_out:
            self.fields.pop(name, None)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if isinstance(field.widget, forms.CheckboxInput):
                field.help_text = self.hints.get(name, field.help_text)
            else:
                field.help_text = self.hints.get(name, "")
            field.label = self.labels.get(name, field.label)
            if "required" in field.error_messages:
                field.error_messages["required"] = _("Please fill this in.")
            if isinstance(field, forms.EmailField):
                # The validator's own message offers no help.
                field.error_messages["invalid"] = NO_ADDRESS
                for validator in field.validators:
                    if isinstance(validator, EmailValidator):
                        validator.message = NO_ADDRESS


def password_hint() -> str:
    """Return what a new password needs."""
    return str(PASSWORD_HELP).format(count=SHORTEST)


class SignInForm(PlainForm, allauth.LoginForm):
    """Name or email address, and password."""

    labels: ClassVar[Words] = {
        "login": _("Email address or player name"),
        "password": _("Password"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["login"].widget.attrs["autocapitalize"] = "none"


class SignUpForm(PlainForm, allauth.SignupForm):
    """A name, an email address and a password."""

    labels: ClassVar[Words] = {
        "username": _("Player name"),
        "email": _("Email address"),
        "password1": _("Password"),
    }
    hints: ClassVar[Words] = {
        "email": _("For turn emails and sign-in. Never shown."),
        "tell_turns": _(
            "At once, unless a page of yours is open; at most 10 a day. Change this any time."
        ),
    }
    tell_turns = forms.BooleanField(
        label=_("Email me when it’s my turn."), required=False, initial=True
    )
    field_order = ["username", "email", "password1", "tell_turns"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = password_hint()
        name = self.fields["username"]
        assert isinstance(name, forms.CharField)
        # The name rules explain it better than the field's own limit.
        name.widget.attrs.pop("maxlength", None)
        name.max_length = None
        name.widget.attrs |= {"autocapitalize": "words", "spellcheck": "false", "size": LONGEST}
        request = context.request
        if request is not None and (guest := guest_of(request)):
            self.fields["email"].initial = state_of(guest).known

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Make the account, unless its name was just taken."""
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
        except IntegrityError:
            messages.error(request, _("Someone has just taken this name. Please choose another."))
            return None, redirect("account_signup")
        return user, response

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        """Add preferences, and rename the guest's seats."""
        super().custom_signup(request, user)
        wants_mail = self.cleaned_data["tell_turns"]
        user.tell_turns = TellTurns.ONCE if wants_mail else TellTurns.NONE
        user.time_zone = zone_of_browser(request)
        user.language = get_language() or ""
        user.appearance = user.appearance or appearance_of_browser(request)
        user.taste = user.taste or taste_of_browser(request)
        user.save()
        name_seats(user)


ASKED_AS = "code_asked_as"
"""Where the session keeps what was typed to get a code: pages show that, never the address."""


class RequestCodeForm(PlainForm, allauth.RequestLoginCodeForm):
    """The address to send a sign-in code to, or the name of an account that has one."""

    labels: ClassVar[Words] = {"email": _("Email address or player name")}
    email = forms.CharField(max_length=254)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs |= {
            "autocomplete": "username",
            "autocapitalize": "none",
            "spellcheck": "false",
        }

    def clean_email(self) -> str:
        """Give only users of confirmed addresses a code.

        Otherwise an address's owner could be signed in to an account that someone else controls.
        No answer depends on whether there is such an account.
        """
        typed: str = self.cleaned_data["email"]
        by_name = "@" not in typed
        if not by_name:
            EmailValidator(message=NO_ADDRESS)(typed)
        try:
            email: str = super().clean_email()
        except forms.ValidationError:
            # This is allauth's only reason: it never reveals who has an account.
            said = _("Too many codes for this address. Wait up to an hour, then try again.")
            raise forms.ValidationError(said) from None
        confirmed = _confirmed_of(typed) if by_name else _confirmed(email)
        self._user = confirmed.user if confirmed and confirmed.user.is_active else None
        context.request.session[ASKED_AS] = typed
        # Never to what was typed: addresses that a lookup takes for the same may be other people's.
        return confirmed.email if confirmed else email


def _confirmed(email: str) -> EmailAddress | None:
    return EmailAddress.objects.filter(email=email.lower(), verified=True).first()


def _confirmed_of(name: str) -> EmailAddress | None:
    user = one_called(name, User.objects.filter(is_guest=False))
    return EmailAddress.objects.filter(user=user, primary=True, verified=True).first()


class ConfirmCodeForm(PlainForm, allauth.ConfirmLoginCodeForm):
    """The emailed code."""

    labels: ClassVar[Words] = {"code": _("Code")}


class ChangeMailForm(PlainForm, allauth.AddEmailForm):
    """A new email address."""

    labels: ClassVar[Words] = {"email": _("New email address")}
    hints: ClassVar[Words] = {"email": _("We’ll use it once you’ve confirmed it.")}
