"""`manage.py token NAME`: print a new token for a program."""

from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from accounts.names import refusal
from accounts.tokens.bot_account import make_bot_account
from accounts.tokens.making import TooManyTokensError, make_token
from accounts.tokens.scopes import Scope
from games.people.lookalikes import one_called
from games.people.name_keys import clean_name
from games.rules.errors import RuleError

LONGEST = 3650
"""The most days of a token made here."""


def _days(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text) <= LONGEST:
        raise ArgumentTypeError(f"give 1 to {LONGEST} days")
    return int(text)


class Command(BaseCommand):
    help = "Print a new token for the account NAME on a line, and nothing else."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the account's name")
        parser.add_argument(
            "--create", action="store_true", help="create the account first if it does not exist"
        )
        parser.add_argument(
            "--scope",
            choices=Scope.values,
            default=Scope.READ.value,
            help="what it may do; default: %(default)s",
        )
        parser.add_argument(
            "--days", type=_days, help="how many days it works; default: until it is revoked"
        )
        parser.add_argument(
            "--bot", action="store_true", help="make the account a bot account, for good"
        )

    def handle(
        self,
        *args: Any,
        name: str,
        create: bool,
        scope: str,
        days: int | None,
        bot: bool,
        **options: Any,
    ) -> None:
        """Raise CommandError without an account, or at its limits."""
        name = clean_name(name)
        user = one_called(name, User.objects.filter(is_guest=False))
        if user is None:
            if not create:
                raise CommandError(f"There is no account {name}. Use --create to make one.")
            if sentence := refusal(name):
                raise CommandError(sentence)
            # Nobody can sign in on the site until a password is set.
            user = User(username=name)
            user.set_unusable_password()
            user.save()
        try:
            if bot:
                make_bot_account(user=user)
            made = make_token(user=user, name="manage.py token", scope=scope, days=days)
        except (RuleError, TooManyTokensError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(made.secret)
