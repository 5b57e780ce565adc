"""Taking games out of the ratings, and counting them again.

Both return or write the audit log's rows and raise as ``audit.record``.
"""

from collections.abc import Collection

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.log.replay import Log
from games.log.rows import read_rows
from games.log.store import lock
from games.models import ActionKind, Case, Game, ModerationAction, OutOfRatings
from games.order.audit import record, tell_table
from games.results.outcomes import project_end
from games.rules.errors import RuleError


def unrate(
    *, game_id: int, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Take a game that is over out of everybody's rating; all later ratings follow.

    Raise ``not_over``, or ``nothing_changes`` for one that does not count.
    """
    with transaction.atomic():
        game, log = _over(game_id)
        action = _mark_out(game, by=by, reason=reason, case=case)
        # Last, for it takes the ledger.
        _count(game, log)
    return action


def rate_again(
    *, game_id: int, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Count a game in the ratings again. Raise ``not_over``, or ``nothing_changes``."""
    with transaction.atomic():
        game, log = _over(game_id)
        action = record(ActionKind.RATE_AGAIN, by=by, reason=reason, game=game, case=case)
        gone, _rows = OutOfRatings.objects.filter(game=game).delete()
        if not gone:
            raise RuleError("nothing_changes", _("This game was not taken out of the ratings."))
        tell_table(action, game)
        _count(game, log)
    return action


def take_out(
    game_ids: Collection[int], *, by: AbstractUser, reason: str, case: Case | None
) -> None:
    """Do the same for several games, whose locks are held, within a transaction."""
    found = [_over(game_id) for game_id in sorted(game_ids)]
    for game, _log in found:
        _mark_out(game, by=by, reason=reason, case=case)
    for game, log in found:
        _count(game, log)


def _mark_out(game: Game, *, by: AbstractUser, reason: str, case: Case | None) -> ModerationAction:
    action = record(ActionKind.UNRATE, by=by, reason=reason, game=game, case=case)
    if not game.rated or OutOfRatings.objects.filter(game=game).exists():
        raise RuleError("nothing_changes", _("This game does not count in the ratings."))
    OutOfRatings.objects.create(game=game, since=timezone.now())
    tell_table(action, game)
    return action


def _over(game_id: int) -> tuple[Game, Log]:
    game, log = lock(game_id)
    if not log.over:
        raise RuleError("not_over", _("The game is not over yet."))
    return game, log


def _count(game: Game, log: Log) -> None:
    project_end(game, log, read_rows(game.pk))
