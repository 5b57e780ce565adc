"""The forms of passkeys and two-factor sign-in, in the site's words."""

from typing import Any, ClassVar

from allauth.mfa.base import forms as steps
from allauth.mfa.totp import forms as apps
from allauth.mfa.webauthn import forms as keys
from django.utils.translation import gettext_lazy as _

from accounts.forms import PlainForm, Words


class _Digits(PlainForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].widget.attrs |= {
            "inputmode": "numeric",
            "autocomplete": "one-time-code",
        }


class ActivateAppForm(_Digits, apps.ActivateTOTPForm):
    """The first code of an authenticator app."""

    labels: ClassVar[Words] = {"code": _("Code from the app")}


class SecondStepForm(_Digits, steps.AuthenticateForm):
    """The code that completes a sign-in."""

    labels: ClassVar[Words] = {"code": _("Code")}
    hints: ClassVar[Words] = {"code": _("From your app, or one of your recovery codes.")}


class ConfirmByCodeForm(_Digits, steps.ReauthenticateForm):
    """The code that confirms that it is still the same person."""

    labels: ClassVar[Words] = {"code": _("Code")}
    hints: ClassVar[Words] = {"code": _("From your app, or one of your recovery codes.")}


class AddKeyForm(PlainForm, keys.AddWebAuthnForm):
    """What to call a key, and what it can do."""

    labels: ClassVar[Words] = {"name": _("Name"), "passwordless": _("Sign in with it alone")}
    hints: ClassVar[Words] = {
        "name": _("Something to know it by, as “my phone”."),
        "passwordless": _("A passkey asks for your finger, face or PIN instead of a password."),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True


class RenameKeyForm(PlainForm, keys.EditWebAuthnForm):
    """Another name for a key."""

    labels: ClassVar[Words] = {"name": _("Name")}
