"""Programs stay away from rated games."""

from django.utils.translation import gettext as _

from games.rules.errors import RuleError


def refuse_program(*, rated: bool, by_token: bool) -> None:
    """Raise `programs_not_rated` for what a token asks for in a rated game."""
    if rated and by_token:
        raise RuleError(
            "programs_not_rated",
            _("Rated games are played by hand: a program can’t open, join or play one."),
        )
