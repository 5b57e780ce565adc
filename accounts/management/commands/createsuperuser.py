"""Django's command, for an administrator to whom the site can write."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.management.commands import createsuperuser
from django.db import DEFAULT_DB_ALIAS, transaction

from accounts.models import User


class Command(createsuperuser.Command):
    """Also confirm the address: whoever has the shell may say so, and hears of urgent cases."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the administrator and confirm their address, if they give one."""
        administrators = User.objects.using(options.get("database") or DEFAULT_DB_ALIAS)
        administrators = administrators.filter(is_superuser=True)
        before = {*administrators.values_list("pk", flat=True)}
        super().handle(*args, **options)
        for user in administrators.exclude(pk__in=before):
            self._confirm(user)

    def _confirm(self, user: User) -> None:
        address = user.email.lower()
        if not address:
            self.stderr.write("Without an email address nobody is told of urgent cases.")
            return
        if EmailAddress.objects.filter(email=address, verified=True).exists():
            self.stderr.write(f"{address} is another account’s: this one’s stays unconfirmed.")
            return
        with transaction.atomic():
            row = EmailAddress.objects.create(user=user, email=address, verified=True)
            row.set_as_primary()
