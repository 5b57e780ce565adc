"""Opened hands: a running game as a moderator may see it whole, for a while and with a reason.

Each look is a row of the audit log, which fixes the moment it shows.
"""

from datetime import timedelta

from django.contrib.auth.models import AbstractUser
from django.utils import timezone

from games.archive.replays import Replay
from games.log.replay import Log
from games.log.store import load_log
from games.models import ActionKind, Game, ModerationAction
from games.order.audit import refuse_own_case
from games.order.games import refuse_who_took_part
from games.play.seats import seats_of
from games.rules.errors import RuleError
from games.rules.replays import ReplayedRound, open_round, opened_round

LOOK_FOR = timedelta(minutes=30)
"""How long a reason lets its moderator look."""


def opened_game(action_id: int, by: AbstractUser, number: int | None) -> tuple[Game, Replay] | None:
    """Return the game whose hands ``by`` has opened, with the round ``number`` (from 0; None: the
    last), as it was then.

    None for other people's looks, for those that are over, and once ``by`` has a part in the game.
    """
    since = timezone.now() - LOOK_FOR
    mine = ModerationAction.objects.filter(
        pk=action_id, kind=ActionKind.OPEN_HANDS, moderator=by.pk, created_at__gt=since
    )
    action = mine.select_related("game").first()
    if action is None or action.game is None or "version" not in action.details:
        return None
    game = action.game
    try:
        refuse_own_case(by=by, game=game)
        refuse_who_took_part(game, by)
    except RuleError:
        return None
    log = load_log(game, version=action.details["version"])
    numbers = tuple(range(log.state.round_number + 1))
    number = numbers[-1] if number is None else number
    return game, Replay(
        name=game.name,
        seats=seats_of(game.pk),
        seat=None,
        finished=False,
        voided=False,
        numbers=numbers,
        round=_round(log, number) if number in numbers else None,
        totals_by_round=tuple(
            tuple(score.total for score in each.scores) for each in log.state.results
        ),
        undone=tuple(each for each in log.undone if each.round_number == number),
    )


def _round(log: Log, number: int) -> ReplayedRound | None:
    results = log.state.results
    return opened_round(results[number]) if number < len(results) else open_round(log.state)
