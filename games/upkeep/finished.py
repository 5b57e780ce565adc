"""When operators' work was last finished: written by commands, read by monitors."""

from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from games.models import FinishedUpkeep, Upkeep


class Finished(NamedTuple):
    """When it was, and whether nothing was found wrong."""

    at: datetime
    well: bool


def note_finished(work: Upkeep, *, well: bool = True) -> None:
    """Note that work has just been finished."""
    FinishedUpkeep.objects.update_or_create(
        work=work, defaults={"finished_at": timezone.now(), "well": well}
    )


def last_finished() -> dict[Upkeep, Finished]:
    """Return when each kind of work was last finished; none that never was."""
    return {
        Upkeep(row.work): Finished(row.finished_at, row.well)
        for row in FinishedUpkeep.objects.all()
    }
