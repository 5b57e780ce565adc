"""Password rules, each with advice."""

from django.contrib.auth import password_validation as django
from django.utils.translation import gettext as _

SHORTEST = 10


class LongEnough(django.MinimumLengthValidator):
    """Refuses passwords of fewer than ten characters."""

    def __init__(self) -> None:
        super().__init__(SHORTEST)

    def get_error_message(self) -> str:
        return _("Use {count} characters or more. A sentence is fine.").format(count=SHORTEST)


class Uncommon(django.CommonPasswordValidator):
    """Refuses passwords that many people use."""

    def get_error_message(self) -> str:
        return _("Many people use this password. Add a word or two of your own.")


class NotOnlyDigits(django.NumericPasswordValidator):
    """Refuses plain numbers."""

    def get_error_message(self) -> str:
        return _("A number is easy to guess. Add a word.")


class UnlikeTheUser(django.UserAttributeSimilarityValidator):
    """Refuses passwords too similar to name or email address."""

    def get_error_message(self) -> str:
        return _("This is too close to your name or email address. Try something else.")
