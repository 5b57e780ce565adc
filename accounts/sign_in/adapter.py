"""The site's changes to django-allauth."""

import logging
from smtplib import SMTPException
from typing import Any, ClassVar
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from anymail.exceptions import AnymailError
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.guests.addresses import holder_is_guest
from accounts.guests.becoming import bring_games, confirmed_before, user_for_sign_up
from accounts.models import User
from accounts.names import refusal
from games.people.addresses import client_of
from games.people.name_keys import clean_name
from games.words.languages import spoken
from games.words.links import site_link

logger = logging.getLogger(__name__)

_WRONG = gettext_lazy("Wrong name or password. Check both, or let us email you a sign-in code.")

_ASKED_FOR = {
    f"account/email/{name}"
    for name in (
        *("account_already_exists", "email_confirmation", "email_confirmation_signup"),
        *("login_code", "password_reset_key", "unknown_account"),
        *("guest_address", "guest_has_account", "guest_way_back"),
    )
}
"""Templates of the emails that anyone can trigger."""


def _on_this_site(link: str) -> str:
    """Take a link's host from the settings, not from the request."""
    return site_link(urlsplit(link).path)


class AccountAdapter(DefaultAccountAdapter):
    """Turns guests into accounts, checks names, and words errors plainly."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": gettext_lazy("This account is closed."),
        "duplicate_email": gettext_lazy("This is already your address."),
        "email_password_mismatch": _WRONG,
        "username_password_mismatch": _WRONG,
        "email_taken": gettext_lazy("Please use another email address."),
        "enter_current_password": gettext_lazy(
            "That isn’t your current password. If you’ve forgotten it, sign out and reset it."
        ),
        "incorrect_code": gettext_lazy(
            "That’s not the right code. Use the one in our latest email."
        ),
        "incorrect_password": gettext_lazy("That password is wrong. Try again."),
        "too_many_login_attempts": gettext_lazy("Too many attempts. Try again in five minutes."),
        "rate_limited": gettext_lazy("Too many attempts. Try again in five minutes."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """Read the address where everybody does: the library knows no mapped addresses."""
        address = client_of(request)
        if address is None:
            raise PermissionDenied
        return str(address)

    def new_user(self, request: HttpRequest) -> User:
        return user_for_sign_up(request)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the normalised name. Raise ``ValidationError`` if refused."""
        name = clean_name(username)
        if sentence := refusal(name):
            raise ValidationError(sentence)
        return name

    def login(self, request: HttpRequest, user: Any) -> None:
        """Take over the guest's games."""
        bring_games(request, user)
        super().login(request, user)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Ask to confirm an address, or say that another account has it."""
        address: EmailAddress = emailconfirmation.email_address
        if address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        elif holder_is_guest(address.email):
            self.send_mail("account/email/guest_way_back", address.email, {"request": request})
        else:
            self.send_account_already_exists_mail(address.email)

    def is_email_verified(self, request: HttpRequest, email: str) -> bool:
        """Keep an address confirmed that the guest confirmed before signing up with it."""
        return email == confirmed_before(request) or super().is_email_verified(request, email)

    def get_reset_password_from_key_url(self, key: str) -> str:
        return _on_this_site(super().get_reset_password_from_key_url(key))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        return _on_this_site(super().get_email_confirmation_url(request, emailconfirmation))

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        automatic = {"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"}
        mail: EmailMessage = super().render_mail(
            template_prefix, email, context, headers={**automatic, **(headers or {})}
        )
        return mail

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an email, as ``sends`` does."""
        self.sends(template_prefix, email, context)

    def sends(self, template_prefix: str, email: str, context: dict[str, Any]) -> bool:
        """Send an email; if that fails, log it, tell the user and return False.

        Beyond an address's limit the response is the same, revealing nothing about the mailbox.
        """
        if "@" not in email:
            # A name without a confirmed address: the page says the same, and nobody gets an email.
            return True
        if template_prefix in _ASKED_FOR and not ratelimit.consume(
            self.request, action="mail", key=email.lower()
        ):
            logger.info("Email %s was not sent: its address has reached the limit", template_prefix)
            return True
        try:
            with translation.override(_language_of(context.get("user"), email)):
                super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException, AnymailError) as error:
            logger.error("The email %s could not be sent: %s", template_prefix, error)
            messages.error(
                self.request,
                _("Our emails aren’t getting through right now. Please try again later."),
            )
            return False
        return True

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return "/account/"


def _language_of(user: User | None, email: str) -> str:
    """Return the language to write in: that of whose mailbox it is, or else of whoever asks."""
    known = (
        user
        or User.objects.filter(
            emailaddress__email=email.lower(), emailaddress__verified=True
        ).first()
    )
    language = known.language if known else ""
    return spoken(language or translation.get_language() or "")


class FactorAdapter(DefaultMFAAdapter):
    """Words two-factor errors plainly."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultMFAAdapter.error_messages,
        "add_email_blocked": gettext_lazy(
            "Turn off two-factor sign-in before changing your email address."
        ),
        "incorrect_code": gettext_lazy(
            "That’s not the right code. Wait for the next one and try that."
        ),
        "unverified_email": gettext_lazy(
            "Confirm your email address first: it’s your way back in if you lose your device."
        ),
    }

    def generate_authenticator_name(self, user: Any, type: Authenticator.Type) -> str:  # noqa: A002
        count = Authenticator.objects.filter(user=user.pk, type=type).count()
        return _("My passkey") if count == 0 else _("Key {number}").format(number=count + 1)

    def _get_site_name(self) -> str:
        return "Next Act"
