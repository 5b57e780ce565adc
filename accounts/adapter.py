"""How the site differs from django-allauth's own ways."""

import logging
from smtplib import SMTPException
from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from anymail.exceptions import AnymailError
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.becoming import bring_games, user_for_sign_up
from accounts.models import User
from accounts.names import clean_name, refusal

logger = logging.getLogger(__name__)

_WRONG = gettext_lazy("Name or password is wrong. Check both, or let us mail you a sign-in code.")

_ASKED_FOR = {
    f"account/email/{name}"
    for name in (
        *("account_already_exists", "email_confirmation", "email_confirmation_signup"),
        *("login_code", "password_reset_key", "unknown_account"),
    )
}
"""The mails that a stranger can have sent, by the names of their templates."""


class AccountAdapter(DefaultAccountAdapter):
    """Accounts begin as guests, have plain names, and are told things in plain sentences."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": gettext_lazy("This account is closed."),
        "duplicate_email": gettext_lazy("This is your address already."),
        "email_password_mismatch": _WRONG,
        "username_password_mismatch": _WRONG,
        "email_taken": gettext_lazy("Please use another mail address."),
        "enter_current_password": gettext_lazy(
            "This is not your present password. If you forgot it, sign out and ask for a new one."
        ),
        "incorrect_code": gettext_lazy("This code is not the one. Check the latest mail."),
        "incorrect_password": gettext_lazy("This password is wrong. Try again."),
        "too_many_login_attempts": gettext_lazy(
            "Too many tries. Wait five minutes, then try again."
        ),
        "rate_limited": gettext_lazy("Too many tries. Wait five minutes, then try again."),
    }

    def new_user(self, request: HttpRequest) -> User:
        """The guest at hand, or somebody new."""
        return user_for_sign_up(request)

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it is kept; ``ValidationError`` with a way out if it can't be had."""
        name = clean_name(username)
        if sentence := refusal(name):
            raise ValidationError(sentence)
        return name

    def login(self, request: HttpRequest, user: Any) -> None:
        """Sign in; the games of the guest who did it come along."""
        bring_games(request, user)
        super().login(request, user)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Ask to confirm an address; whoever confirmed it for another account is told so."""
        address: EmailAddress = emailconfirmation.email_address
        if address.can_set_verified():
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.send_account_already_exists_mail(address.email)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """A mail that no machine should answer."""
        automatic = {"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"}
        mail: EmailMessage = super().render_mail(
            template_prefix, email, context, headers={**automatic, **(headers or {})}
        )
        return mail

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail now; a mail server that is away is logged and told, and no error.

        Of those that anybody can have sent to an address, no more go there than the limit says:
        the answer is the same, for it must not tell what is in somebody's mailbox.
        """
        if template_prefix in _ASKED_FOR and not ratelimit.consume(
            self.request, action="mail", key=email.lower()
        ):
            logger.info("An address got no mail %s: it had enough of them", template_prefix)
            return
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException, AnymailError) as error:
            logger.error("The mail %s could not be sent: %s", template_prefix, error)
            messages.error(
                self.request,
                _("Our mails don’t get through just now. Please ask for it again later."),
            )

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Back to the settings."""
        return "/account/"


class FactorAdapter(DefaultMFAAdapter):
    """Second steps, told in plain sentences."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultMFAAdapter.error_messages,
        "add_email_blocked": gettext_lazy(
            "Switch two-factor sign-in off before you change your mail address."
        ),
        "incorrect_code": gettext_lazy("This code is not the one. Wait for the next and try it."),
        "unverified_email": gettext_lazy(
            "Confirm your mail address first: it is the way back in if you lose your device."
        ),
    }

    def generate_authenticator_name(self, user: Any, type: Authenticator.Type) -> str:  # noqa: A002
        """What to call a key until its owner calls it something else."""
        count = Authenticator.objects.filter(user=user.pk, type=type).count()
        return _("My passkey") if count == 0 else _("Key {number}").format(number=count + 1)

    def _get_site_name(self) -> str:
        return "Next Act"
