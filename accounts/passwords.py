"""What makes a password too weak, said with a way out."""

from django.contrib.auth import password_validation as django
from django.utils.translation import gettext as _

SHORTEST = 10


class LongEnough(django.MinimumLengthValidator):
    """Refuses passwords of less than ten characters."""

    def __init__(self) -> None:
        super().__init__(SHORTEST)

    def get_error_message(self) -> str:
        """What to do about it."""
        return _("Use {count} characters or more. A sentence is fine.").format(count=SHORTEST)


class Uncommon(django.CommonPasswordValidator):
    """Refuses passwords that many people use."""

    def get_error_message(self) -> str:
        """What to do about it."""
        return _("Many people use this password. Add a word or two of your own.")


class NotOnlyDigits(django.NumericPasswordValidator):
    """Refuses numbers."""

    def get_error_message(self) -> str:
        """What to do about it."""
        return _("A number is easy to guess. Add a word.")


class UnlikeTheUser(django.UserAttributeSimilarityValidator):
    """Refuses a password that is much like the name or the mail address."""

    def get_error_message(self) -> str:
        """What to do about it."""
        return _("This is too close to your name or mail address. Try something else.")
