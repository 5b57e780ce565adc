"""The page that a confirmation link opens."""

from allauth.account.models import EmailConfirmationMixin
from allauth.account.views import ConfirmEmailView


class ConfirmEmail(ConfirmEmailView):
    """Like allauth's, but opening it changes nothing: scanners open links too."""

    def logout_other_user(self, confirmation: EmailConfirmationMixin) -> None:
        """Only on POST, and never guests, who could not get back to their games."""
        if self.request.method == "POST" and not getattr(self.request.user, "is_guest", False):
            super().logout_other_user(confirmation)
