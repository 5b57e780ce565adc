"""The page that a link in a mail opens to confirm an address."""

from allauth.account.models import EmailConfirmationMixin
from allauth.account.views import ConfirmEmailView


class ConfirmEmail(ConfirmEmailView):
    """As allauth's, but looking changes nothing: links in mails are opened by scanners too."""

    def logout_other_user(self, confirmation: EmailConfirmationMixin) -> None:
        """Sign another account out once the button is pressed, not when the page is opened.

        A guest, who has no other way back to their games, stays.
        """
        if self.request.method == "POST" and not getattr(self.request.user, "is_guest", False):
            super().logout_other_user(confirmation)
