"""Taking games out of the ratings, and counting them again.

Both return or write the audit log's rows and raise as ``audit.record``.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.log.reading import read_rows
from games.log.replay import Log
from games.log.store import lock
from games.models import ActionKind, Case, Game, ModerationAction, OutOfRatings
from games.order.audit import people_at, record, tell, tell_table
from games.results.outcomes import project_ends
from games.rules.errors import RuleError


def unrate(
    *, game_id: int, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Take a game that is over out of everybody's rating; all later ratings follow.

    Raise ``not_over``, or ``nothing_changes`` for one that does not count.
    """
    (action,) = unrate_all(game_ids=[game_id], by=by, reason=reason, case=case)
    return action


def unrate_all(
    *, game_ids: Collection[int], by: AbstractUser, reason: str, case: Case | None = None
) -> list[ModerationAction]:
    """Take all these games out of the ratings, or none; later ratings follow once for all.

    Each has its own row, and its people a notice of it, with which they can disagree; but one
    email says it all. Raise as ``unrate``.
    """
    with transaction.atomic():
        found = [_over(game_id) for game_id in sorted(set(game_ids))]
        actions = [_mark_out(game, by=by, reason=reason, case=case) for game, _log in found]
        _tell_all(actions)
        # Last, for it takes the ledger.
        _count(found)
    return actions


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
        _count([(game, log)])
    return action


def _mark_out(game: Game, *, by: AbstractUser, reason: str, case: Case | None) -> ModerationAction:
    action = record(ActionKind.UNRATE, by=by, reason=reason, game=game, case=case)
    if not game.rated or OutOfRatings.objects.filter(game=game).exists():
        raise RuleError("nothing_changes", _("This game does not count in the ratings."))
    OutOfRatings.objects.create(game=game, since=timezone.now())
    return action


def _tell_all(actions: Sequence[ModerationAction]) -> None:
    """Tell everybody at these tables; each one's first notice is emailed, and says how many."""
    tables = [(action, people_at(action.game)) for action in actions if action.game is not None]
    notices = Counter(user_id for _action, people in tables for user_id in people)
    emailed: set[int] = set()
    for action, people in tables:
        for user_id in people:
            if user_id in emailed:
                tell(action, [user_id], mail="never")
            else:
                tell(action, [user_id], others=notices[user_id] - 1)
        emailed |= set(people)


def _over(game_id: int) -> tuple[Game, Log]:
    game, log = lock(game_id)
    if not log.over:
        raise RuleError("not_over", _("The game is not over yet."))
    return game, log


def _count(found: Sequence[tuple[Game, Log]]) -> None:
    project_ends((game, log, read_rows(game.pk)) for game, log in found)
