"""Why a moderator may not act, said before they try."""

from django.contrib.auth.models import AbstractUser

from games.models import Case, Game
from games.order.audit import refuse_own_case, refuse_to_act_above, refuse_unless_moderator
from games.rules.errors import RuleError


def refusal(
    *,
    by: AbstractUser,
    player: AbstractUser | None = None,
    game: Game | None = None,
    case: Case | None = None,
) -> str:
    """Return why ``by`` can't act on these, as a sentence; empty if they can."""
    try:
        refuse_unless_moderator(by)
        refuse_to_act_above(by=by, player=player)
        refuse_own_case(by=by, player=player, game=game, case=case)
    except RuleError as refused:
        return refused.sentence
    return ""
