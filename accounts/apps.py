"""The Django app for accounts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Accounts and guests."""

    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        from accounts.destinations import this_browser
        from accounts.sign_in import confirmed, marks

        confirmed.keep_in_step()
        marks.note_sign_ins()
        this_browser.end_with_sessions()
