"""`manage.py token NAME`: a fresh token for a program, printed once."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import Scope, User
from accounts.names import clean_name, refusal
from accounts.tokens import PlaysRatedError, TooManyTokensError, make_token, mark_bot
from games.people.name_keys import name_key


class Command(BaseCommand):
    help = "Print a fresh token of the account NAME, and nothing else, on a line."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the account's name")
        parser.add_argument(
            "--create", action="store_true", help="make the account first, if there is none"
        )
        parser.add_argument(
            "--scope",
            choices=Scope.values,
            default=Scope.READ.value,
            help="what it may do; default: %(default)s",
        )
        parser.add_argument(
            "--bot", action="store_true", help="mark the account as one that programs play for"
        )

    def handle(
        self, *args: Any, name: str, create: bool, scope: str, bot: bool, **options: Any
    ) -> None:
        """Make the token; CommandError where there is no such account, and none can be made."""
        name = clean_name(name)
        user = User.objects.filter(name_key=name_key(name), is_guest=False).first()
        if user is None:
            if not create:
                raise CommandError(f"There is no account {name}. --create makes one.")
            if sentence := refusal(name):
                raise CommandError(sentence)
            # Without a password: nobody signs in by a form until one is set.
            user = User(username=name)
            user.set_unusable_password()
            user.save()
        try:
            if bot:
                mark_bot(user, is_bot=True)
            made = make_token(user=user, name="manage.py token", scope=scope)
        except (PlaysRatedError, TooManyTokensError) as error:
            raise CommandError(str(error)) from None
        self.stdout.write(made.secret)
