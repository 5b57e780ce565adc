"""`manage.py name_collisions`: list names that look like others."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from accounts.collisions import collisions
from accounts.models import User
from accounts.name_renewal import renew_keys
from games.models import TakenAwayName
from games.people import taken_away


class Command(BaseCommand):
    help = (
        "List names of accounts, and of guests in unfinished games, that look alike, like the "
        "staff, the site or a bot, or like a name that was taken away."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--renew",
            action="store_true",
            help="first work out anew what all names look like, as after an update of ICU",
        )

    def handle(self, *args: Any, renew: bool, **options: Any) -> None:
        if renew:
            renewed = renew_keys(User.objects.all())
            renewed += taken_away.renew_keys(TakenAwayName.objects.all())
            self.stderr.write(f"Names that look other than before: {renewed}.")
        for found in collisions():
            names = ", ".join(_told(name) for name in found.names)
            self.stdout.write(f"{names}: {found.reason}")


def _told(name: str) -> str:
    """Return ``name``, and what one doesn’t see of it."""
    return name if name.isascii() else f"{name} ({ascii(name)[1:-1]})"
