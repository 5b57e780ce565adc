"""django-allauth's forms in our words."""

from collections.abc import Mapping
from typing import Any, ClassVar

from allauth.account import forms as allauth
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import messages
from django.core.validators import EmailValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.appearance import appearance_of_browser
from accounts.guests.becoming import name_seats
from accounts.models import TurnMail, User
from accounts.names import LONGEST
from accounts.sign_in.access import Others, end_access, keep_signed_in, others_of
from accounts.sign_in.passwords import SHORTEST
from accounts.time_zones import zone_of_browser

Words = Mapping[str, Any]
"""Labels or hints by field name."""

PASSWORD_HELP = _("{count} characters or more. A sentence is fine.")


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
                wrong = _("That isn’t an email address. Use the form name@example.org.")
                field.error_messages["invalid"] = wrong
                for validator in field.validators:
                    if isinstance(validator, EmailValidator):
                        validator.message = wrong


def _password_hint() -> str:
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
        "turn_mail": _("After 10 minutes unseen, at most 4 a day. Change this any time."),
    }
    turn_mail = forms.BooleanField(
        label=_("Email me when it’s my turn."), required=False, initial=True
    )
    field_order = ["username", "email", "password1", "turn_mail"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = _password_hint()
        name = self.fields["username"]
        assert isinstance(name, forms.CharField)
        # The name rules explain it better than the field's own limit.
        name.widget.attrs.pop("maxlength", None)
        name.max_length = None
        name.widget.attrs |= {"autocapitalize": "words", "spellcheck": "false", "size": LONGEST}

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
        wants_mail = self.cleaned_data["turn_mail"]
        user.turn_mail = TurnMail.EACH if wants_mail else TurnMail.NONE
        user.time_zone = zone_of_browser(request)
        user.appearance = user.appearance or appearance_of_browser(request)
        user.save()
        name_seats(user)


class RequestCodeForm(PlainForm, allauth.RequestLoginCodeForm):
    """The address to send a sign-in code to."""

    labels: ClassVar[Words] = {"email": _("Email address")}

    def clean_email(self) -> str:
        """Give only users of confirmed addresses a code.

        Otherwise an address's owner could be signed in to an account that someone else controls.
        """
        try:
            email: str = super().clean_email()
        except forms.ValidationError:
            # This is allauth's only reason: it never reveals who has an account.
            said = _("Too many codes for this address. Wait up to an hour, then try again.")
            raise forms.ValidationError(said) from None
        confirmed = EmailAddress.objects.filter(email=email.lower(), verified=True).first()
        self._user = confirmed.user if confirmed and confirmed.user.is_active else None
        return email


class ConfirmCodeForm(PlainForm, allauth.ConfirmLoginCodeForm):
    """The emailed code."""

    labels: ClassVar[Words] = {"code": _("Code")}


class ForgottenPasswordForm(PlainForm, allauth.ResetPasswordForm):
    """The address to send a password link to."""

    labels: ClassVar[Words] = {"email": _("Email address")}


class _NewPassword(PlainForm):
    labels: ClassVar[Words] = {"oldpassword": _("Current password"), "password1": _("New password")}
    left_out = ("password2",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = _password_hint()


class NewPasswordForm(_NewPassword, allauth.ResetPasswordKeyForm):
    """A new password, set through an emailed link; it ends all other access."""

    def save(self) -> None:
        with transaction.atomic():
            super().save()
            end_access(self.user)


class _OwnNewPassword(_NewPassword):
    """Asks whether other access shall end; it does where nobody was asked."""

    user: User
    asked = forms.BooleanField(required=False, initial=True, widget=forms.HiddenInput)
    end_others = forms.BooleanField(required=False, initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = others_of(self.user)
        self.fields["end_others"].label = _offer(others)
        if not any(others):
            del self.fields["asked"], self.fields["end_others"]

    def save(self) -> None:
        before = self.user.get_session_auth_hash()
        chosen = self.cleaned_data
        with transaction.atomic():
            super().save()  # type: ignore[misc]  # allauth's forms, mixed in below
            if chosen.get("asked") and not chosen.get("end_others"):
                keep_signed_in(self.user, before)
            else:
                end_access(self.user)


def _offer(others: Others) -> str:
    tokens = ngettext(
        "end my token for programs", "end my {count} tokens for programs", others.tokens
    ).format(count=others.tokens)
    if not others.sessions:
        return f"{capfirst(tokens)}."
    if not others.tokens:
        return gettext("Sign out everywhere else.")
    return gettext("Sign out everywhere else and {end_tokens}.").format(end_tokens=tokens)


class ChangePasswordForm(_OwnNewPassword, allauth.ChangePasswordForm):
    """A new password to replace the current one."""


class SetPasswordForm(_OwnNewPassword, allauth.SetPasswordForm):
    """A first password."""


class ConfirmPasswordForm(PlainForm, allauth.ReauthenticateForm):
    """The password again, as confirmation."""

    labels: ClassVar[Words] = {"password": _("Password")}


class ChangeMailForm(PlainForm, allauth.AddEmailForm):
    """A new email address."""

    labels: ClassVar[Words] = {"email": _("New email address")}
    hints: ClassVar[Words] = {"email": _("We’ll use it once you’ve confirmed it.")}
