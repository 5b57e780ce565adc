"""Forms for passkeys and two-factor sign-in."""

from typing import Any, ClassVar

from allauth.mfa.base import forms as steps
from allauth.mfa.totp import forms as apps
from allauth.mfa.webauthn import forms as keys
from django.utils.translation import gettext_lazy as _

from accounts.sign_in.forms import PlainForm, Words


class _Digits(PlainForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {
            "inputmode": "numeric",
            "autocomplete": "one-time-code",
        }


class ActivateAppForm(_Digits, apps.ActivateTOTPForm):
    """The first code from an authenticator app."""

    labels: ClassVar[Words] = {"code": _("Code from the app")}


class SecondStepForm(_Digits, steps.AuthenticateForm):
    """The code that completes a sign-in."""

    labels: ClassVar[Words] = {"code": _("Code")}
    hints: ClassVar[Words] = {"code": _("From your app, or one of your recovery codes.")}


class ConfirmByCodeForm(_Digits, steps.ReauthenticateForm):
    """A code that confirms the user's identity."""

    labels: ClassVar[Words] = {"code": _("Code")}
    hints: ClassVar[Words] = {"code": _("From your app, or one of your recovery codes.")}


class AddKeyForm(PlainForm, keys.AddWebAuthnForm):
    """A new key's name, and whether it signs in on its own."""

    labels: ClassVar[Words] = {"name": _("Name"), "passwordless": _("Sign in without a password")}
    hints: ClassVar[Words] = {
        "name": _("Something you’ll recognise, like “my phone”."),
        "passwordless": _("A passkey asks for your finger, face or PIN instead of a password."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True


class RenameKeyForm(PlainForm, keys.EditWebAuthnForm):
    """A new name for a key."""

    labels: ClassVar[Words] = {"name": _("Name")}
