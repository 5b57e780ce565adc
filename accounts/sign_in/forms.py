"""django-allauth's forms in our words."""

from collections.abc import Mapping
from typing import Any, ClassVar

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from django import forms
from django.contrib import messages
from django.core.validators import EmailValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.appearance import appearance_of_browser, taste_of_browser
from accounts.guests.addresses import state_of
from accounts.guests.becoming import name_seats
from accounts.guests.strangers import guest_of
from accounts.models import TellTurns, User
from accounts.names import LONGEST
from accounts.sign_in.access import Others, end_access, keep_signed_in, others_of
from accounts.sign_in.passwords import SHORTEST
from accounts.time_zones import zone_of_browser
from games.people.lookalikes import one_called
from games.words.names import ended

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
        self.fields["password1"].help_text = _password_hint()
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
        return confirmed.email if by_name and confirmed else email


def _confirmed(email: str) -> EmailAddress | None:
    return EmailAddress.objects.filter(email=email.lower(), verified=True).first()


def _confirmed_of(name: str) -> EmailAddress | None:
    user = one_called(name, User.objects.filter(is_guest=False))
    return EmailAddress.objects.filter(user=user, primary=True, verified=True).first()


class ConfirmCodeForm(PlainForm, allauth.ConfirmLoginCodeForm):
    """The emailed code."""

    labels: ClassVar[Words] = {"code": _("Code")}


class ForgottenPasswordForm(PlainForm, allauth.ResetPasswordForm):
    """The address to send a password link to."""

    users: list[User]

    labels: ClassVar[Words] = {"email": _("Email address")}

    def clean_email(self) -> str:
        """Leave out guests: they have no password, and need none to come back."""
        email: str = super().clean_email()
        found: list[User] = self.users
        self.users = [user for user in found if not user.is_guest]
        self.is_guests = bool(found) and not self.users
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Email a link for a new password, or how a guest comes back."""
        if not self.is_guests:
            return str(super().save(request, **kwargs))
        email: str = self.cleaned_data["email"]
        get_adapter().send_mail("account/email/guest_way_back", email, {"request": request})
        return email


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
        self.fields["end_others"].label = offer(others)
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


def offer(others: Others) -> str:
    """Return the sentence that offers to end all other access."""
    tokens = ngettext(
        "end my token for programs", "end my {count} tokens for programs", others.tokens
    ).format(count=others.tokens)
    apps = ngettext(
        "shut out the app I let in", "shut out the {count} apps I let in", others.apps
    ).format(count=others.apps)
    ends = [said for count, said in ((others.tokens, tokens), (others.apps, apps)) if count]
    if others.sessions and len(ends) == 2:
        said = gettext("Sign out everywhere else, {end_tokens} and {shut_out_apps}.")
        return said.format(end_tokens=tokens, shut_out_apps=apps)
    if len(ends) == 2:
        said = gettext("{end_tokens} and {shut_out_apps}.")
        return capfirst(said.format(end_tokens=tokens, shut_out_apps=apps))
    if not ends:
        return gettext("Sign out everywhere else.")
    if not others.sessions:
        return capfirst(ended(ends[0]))
    return gettext("Sign out everywhere else and {end_tokens}.").format(end_tokens=ends[0])


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
