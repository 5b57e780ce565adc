"""Finished games as a review shows them, for those to whom all hands are open."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser

from games.archive.replays import Replay, opened_record, replay_in
from games.bots.reviewing.review import Review
from games.bots.reviewing.whole import Decision, decisions
from games.log.store import load_state
from games.models import GameStatus, ImportedRecord, ReviewState, Seat, StoredReview
from games.play.seats import seats_now
from games.play.stamps import Stamp, stamp_for
from games.review.kept import Progress, progress_of, unpacked
from games.rules.game import GameState


@dataclass(frozen=True, slots=True)
class Subject:
    """A finished game with its review, if there is one."""

    name: str
    seats: Sequence[Seat]
    seat: int | None
    """The viewer's own."""
    totals: tuple[int, ...]
    progress: Progress | None
    """None if nobody has asked for a review."""
    review: Review | None
    """None unless it is done."""
    game_id: int | None
    """None of an imported record."""
    state: GameState
    """With all hands: for this room alone."""
    _stamp: Stamp | None

    def decisions_of(self, seat: int) -> list[Decision]:
        """Return what a seat chose, and what it could know then."""
        return [each for each in decisions(self.state) if each.place.seat == seat]

    def lead_at_end(self, number: int, seat: int) -> float:
        """Return by how much a seat led the others' mean when a round (from 0) was scored."""
        points = [score.total for score in self.state.results[number].scores]
        return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)

    def replay(self, number: int) -> Replay:
        """Return a round (from 0) to step through."""
        return replay_in(self.state, number, self.name, self.seats, self._stamp)


class Kept(NamedTuple):
    """A game's review, as far as it is."""

    progress: Progress | None
    """None if nobody has asked for it."""
    review: Review | None
    """None unless it is done."""

    @property
    def is_there(self) -> bool:
        """Whether asking again would change nothing."""
        return self.progress is not None and self.progress.state != ReviewState.FAILED


def kept_review(game_id: int) -> Kept:
    """Return what is kept of a game's review."""
    stored = StoredReview.objects.filter(game=game_id).first()
    return Kept(progress_of(stored) if stored else None, _review_in(stored))


def is_over(stamp: Stamp) -> bool:
    """Return whether the game can have a review: it ended, and counts."""
    return stamp.status == GameStatus.FINISHED


def subject_for(
    *, public_id: str, user: AbstractUser | AnonymousUser, invitation: str = ""
) -> Subject | None:
    """Return a finished game; None if there is none that ``user`` may see."""
    stamp = stamp_for(public_id=public_id, user=user, invitation=invitation)
    now = seats_now(stamp.game_id) if stamp and is_over(stamp) else None
    if stamp is None or now is None:
        return None
    kept = kept_review(stamp.game_id)
    state = load_state(now.game, at=stamp.position)
    return Subject(
        name=now.game.name,
        seats=now.seats,
        seat=stamp.seat,
        totals=state.totals,
        progress=kept.progress,
        review=kept.review,
        game_id=stamp.game_id,
        state=state,
        _stamp=stamp,
    )


def record_subject(record: ImportedRecord) -> Subject:
    """Return the game of an imported record."""
    stored = StoredReview.objects.filter(record=record).first()
    state, seats = opened_record(record)
    return Subject(
        name=record.title,
        seats=seats,
        seat=None,
        totals=state.totals,
        progress=progress_of(stored) if stored else None,
        review=_review_in(stored),
        game_id=None,
        state=state,
        _stamp=None,
    )


def _review_in(stored: StoredReview | None) -> Review | None:
    return unpacked(stored) if stored is not None and stored.state == ReviewState.DONE else None
