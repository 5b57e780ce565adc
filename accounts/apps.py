"""The Django app of the accounts."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Users, whether guests or not."""

    name = "accounts"
    verbose_name = _("Accounts")

    def ready(self) -> None:
        """Follow what becomes of mail addresses."""
        from accounts import confirmed

        confirmed.keep_in_step()
