"""Asking for a review: the row, and a worker's wake."""

import logging
from functools import partial

from celery import current_app
from django.db import transaction
from django.utils import timezone

from games.models import ImportedRecord, ReviewState, StoredReview

logger = logging.getLogger(__name__)


def ask_for_game(game_id: int) -> StoredReview:
    """Return the review of a finished game, asked for if there is none or it failed."""
    return _asked(StoredReview(game_id=game_id))


def ask_for_record(record: ImportedRecord) -> StoredReview:
    """Return the review of an imported record, asked for if there is none or it failed."""
    return _asked(StoredReview(record_id=record.pk))


def _asked(new: StoredReview) -> StoredReview:
    now = timezone.now()
    of = {"game": new.game_id, "record": new.record_id}
    with transaction.atomic():
        stored, is_new = StoredReview.objects.get_or_create(
            **{f"{name}_id": key for name, key in of.items() if key is not None},
            defaults={"asked_at": now, "touched_at": now},
        )
        again = not is_new and StoredReview.objects.filter(
            pk=stored.pk, state=ReviewState.FAILED
        ).update(state=ReviewState.ASKED, asked_at=now, touched_at=now, tries=0, judged=0)
        if is_new or again:
            transaction.on_commit(partial(wake_reviewer, stored.pk), robust=True)
    if again:
        stored.refresh_from_db()
    return stored


def wake_reviewer(review_id: int) -> None:
    """Ask a worker for a review; the sweep asks again if that is lost."""
    try:
        current_app.send_task("games.review", args=[review_id])
    # Whatever the broker's client raises: the row has been written.
    except Exception as error:  # noqa: BLE001
        logger.warning("Could not wake a worker for review %s: %s", review_id, error)
