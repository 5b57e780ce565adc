"""Forgotten, first, new and repeated passwords, after django-allauth's forms."""

from typing import Any, ClassVar

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from django import forms
from django.db import transaction
from django.http import HttpRequest
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.sign_in.access import Others, end_access, keep_signed_in, others_of
from accounts.sign_in.forms import PlainForm, Words, password_hint
from games.words.names import ended


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
        self.fields["password1"].help_text = password_hint()


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
