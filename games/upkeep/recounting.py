"""Recording earlier games, and counting their results anew, after an update changed either."""

import logging
from collections.abc import Iterator

from django.db import transaction
from django.db.models import QuerySet

from games.log.reading import read_rows
from games.log.store import lock
from games.models import OVER, GameSummary, Ledger
from games.people.locks import lock_ledger
from games.results.outcomes import project_end
from games.results.ratings import make_all_due
from games.results.records import project_record

logger = logging.getLogger(__name__)

AT_ONCE = 100


def recount() -> Iterator[None]:
    """Count games anew that are to be, one step each; stopping early loses nothing."""
    while (after := recounted_to()) is not None:
        over = GameSummary.objects.filter(status__in=OVER, game__gt=after).order_by("game")
        some = list(over.values_list("game_id", flat=True)[:AT_ONCE])
        for game_id in some:
            _recount(game_id)
            yield
        if not some:
            end_recount()


def end_recount() -> None:
    """All games are counted anew; the ratings that follow from them are due."""
    with transaction.atomic():
        lock_ledger()
        _to_do().update(recounted_to=None)
        make_all_due()


def _recount(game_id: int) -> None:
    with transaction.atomic():
        try:
            game, log = lock(game_id)
        except ValueError:
            logger.exception("Game %s can't be counted anew", game_id)
        else:
            rows = read_rows(game_id)
            project_record(game, log, rows)
            project_end(game, log, rows)
        lock_ledger()
        _to_do().filter(recounted_to__lt=game_id).update(recounted_to=game_id)


def _to_do() -> QuerySet[Ledger]:
    return Ledger.objects.filter(recounted_to__isnull=False)


def recounted_to() -> int | None:
    """Return the key of the last game counted anew, if later ones are still to be; else None."""
    return _to_do().values_list("recounted_to", flat=True).first()
