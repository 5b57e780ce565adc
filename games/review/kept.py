"""Reviews as they are kept."""

import json
import zlib
from typing import NamedTuple

from games.bots.reviewing.review import Review, review_from_json
from games.models import ReviewState, StoredReview


class Progress(NamedTuple):
    """How far a review is."""

    state: ReviewState
    judged: int
    due: int
    """Decisions in all; 0 until a worker has begun."""


def packed(review: Review) -> bytes:
    """Return ``review`` as it is stored."""
    return zlib.compress(json.dumps(review.to_json(), separators=(",", ":")).encode())


def unpacked(stored: StoredReview) -> Review:
    """Return the review of a row that is done. Raise ``ValueError`` if it can't be read."""
    if stored.packed is None:
        raise ValueError(f"Review {stored.pk} isn't done.")
    try:
        return review_from_json(json.loads(zlib.decompress(stored.packed)))
    except (zlib.error, KeyError) as error:
        raise ValueError(f"Review {stored.pk} can't be unpacked.") from error


def progress_of(stored: StoredReview) -> Progress:
    """Return how far it is."""
    return Progress(ReviewState(stored.state), stored.judged, stored.due)
