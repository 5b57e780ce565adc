"""Programs stay away from people's rated games, and from the deal of the day that people play."""

from django.utils.translation import gettext as _

from games.models import Game, Occasion
from games.rules.errors import RuleError


def is_by_hand(game: Game) -> bool:
    """Return whether programs may not play ``game``."""
    return (game.rated and not game.for_bot_accounts) or game.occasion == Occasion.DAY


def refuse_program(*, rated: bool, by_token: bool) -> None:
    """Raise `programs_not_rated` for what a token asks for in a game played by hand."""
    if rated and by_token:
        raise RuleError(
            "programs_not_rated",
            _(
                "It is played by hand, as people’s rated games are: a program can’t open, join or "
                "play it."
            ),
        )
