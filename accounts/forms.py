"""django-allauth's forms in the site's words: one field for a password, no placeholders."""

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
from django.utils.translation import gettext_lazy as _

from accounts.appearance import appearance_of_browser
from accounts.becoming import name_seats
from accounts.models import TurnMail, User
from accounts.names import LONGEST
from accounts.passwords import SHORTEST
from accounts.time_zones import zone_of_browser

Words = Mapping[str, Any]
"""What is said of the fields of a form, by their names."""

PASSWORD_HELP = _("{count} characters or more. A sentence is fine.")


class PlainForm(forms.Form):
    """A form whose fields have the labels and hints given here, and no text inside."""

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
                # The validator's own sentence has no way out.
                wrong = _("This is no mail address. One looks like name@example.org.")
                field.error_messages["invalid"] = wrong
                for validator in field.validators:
                    if isinstance(validator, EmailValidator):
                        validator.message = wrong


def _password_hint() -> str:
    return str(PASSWORD_HELP).format(count=SHORTEST)


class SignInForm(PlainForm, allauth.LoginForm):
    """Name or mail address, and password."""

    labels: ClassVar[Words] = {"login": _("Mail or player name"), "password": _("Password")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        self.fields["login"].widget.attrs["autocapitalize"] = "none"


class SignUpForm(PlainForm, allauth.SignupForm):
    """What it takes to have an account: a name, a mail address, a password."""

    labels: ClassVar[Words] = {
        "username": _("Player name"),
        "email": _("Mail"),
        "password1": _("Password"),
    }
    hints: ClassVar[Words] = {
        "email": _("For turn mails and sign-in. Never shown."),
        "turn_mail": _("After 10 minutes unseen, at most 4 a day. Change it any time."),
    }
    turn_mail = forms.BooleanField(
        label=_("Mail me when it’s my turn."), required=False, initial=True
    )
    field_order = ["username", "email", "password1", "turn_mail"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = _password_hint()
        name = self.fields["username"]
        assert isinstance(name, forms.CharField)
        # The rule of names says it better than the field's own limit.
        name.widget.attrs.pop("maxlength", None)
        name.max_length = None
        name.widget.attrs |= {"autocapitalize": "words", "spellcheck": "false", "size": LONGEST}

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Make the account; a name that somebody else took this very moment is told so."""
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
        except IntegrityError:
            messages.error(request, _("Somebody took this name just now. Please choose another."))
            return None, redirect("account_signup")
        return user, response

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        """Keep what the browser says of its owner, and let the guest's seats carry the name."""
        super().custom_signup(request, user)
        wants_mail = self.cleaned_data["turn_mail"]
        user.turn_mail = TurnMail.EACH if wants_mail else TurnMail.NONE
        user.time_zone = zone_of_browser(request)
        user.appearance = user.appearance or appearance_of_browser(request)
        user.save()
        name_seats(user)


class RequestCodeForm(PlainForm, allauth.RequestLoginCodeForm):
    """The address that a sign-in code goes to."""

    labels: ClassVar[Words] = {"email": _("Mail")}

    def clean_email(self) -> str:
        """The address; without a user unless one has confirmed it.

        Anybody can sign up with an address that is not theirs: who reads its mails must not land
        in an account whose password somebody else knows.
        """
        try:
            email: str = super().clean_email()
        except forms.ValidationError:
            # Django-allauth knows no other reason: who has an account is not told.
            said = _("Too many codes for this address. Wait up to an hour, then try again.")
            raise forms.ValidationError(said) from None
        confirmed = EmailAddress.objects.filter(email=email.lower(), verified=True).first()
        self._user = confirmed.user if confirmed and confirmed.user.is_active else None
        return email


class ConfirmCodeForm(PlainForm, allauth.ConfirmLoginCodeForm):
    """The code of the mail."""

    labels: ClassVar[Words] = {"code": _("Code")}


class ForgottenPasswordForm(PlainForm, allauth.ResetPasswordForm):
    """The address that a way to a new password is mailed to."""

    labels: ClassVar[Words] = {"email": _("Mail")}


class _NewPassword(PlainForm):
    labels: ClassVar[Words] = {"oldpassword": _("Present password"), "password1": _("New password")}
    left_out = ("password2",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = _password_hint()


class NewPasswordForm(_NewPassword, allauth.ResetPasswordKeyForm):
    """A new password, by the link of a mail."""


class ChangePasswordForm(_NewPassword, allauth.ChangePasswordForm):
    """A new password instead of the present one."""


class SetPasswordForm(_NewPassword, allauth.SetPasswordForm):
    """A first password."""


class ConfirmPasswordForm(PlainForm, allauth.ReauthenticateForm):
    """The password, once more."""

    labels: ClassVar[Words] = {"password": _("Password")}


class ChangeMailForm(PlainForm, allauth.AddEmailForm):
    """Another mail address."""

    labels: ClassVar[Words] = {"email": _("New mail address")}
    hints: ClassVar[Words] = {"email": _("It counts once you have confirmed it.")}
