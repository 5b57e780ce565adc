"""Working out a review."""

import logging
from collections import Counter, defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.bots.reviewing.judge_digest import judge_digest
from games.bots.reviewing.review import Review, review
from games.bots.reviewing.whole import Place, count_decisions
from games.log.reading import read_rows
from games.log.rows import LogRows
from games.log.store import load_state
from games.models import Actor, Game, ImportedRecord, ReviewState, Seat, SeatReview, StoredReview
from games.play.thinking import looks_ahead
from games.results.conduct import new_players
from games.review.kept import packed
from games.rules.game import GameState
from games.rules.json_values import read_json
from games.rules.records import read_record
from games.rules.replays import game_of

logger = logging.getLogger(__name__)

AT_ONCE = 10
"""Decisions between two notes of how far it is."""
SILENT = timedelta(minutes=2)
"""A worker that has noted nothing for so long is gone."""
TRIES = 3


class Subject(NamedTuple):
    """A game and what of it is judged."""

    state: GameState
    people: frozenset[Place]
    """The decisions that are judged."""


def work_out(review_id: int) -> None:
    """Work out the review of a row, unless it is done or somebody is at it."""
    now = timezone.now()
    free = Q(tries=0) | Q(touched_at__lt=now - SILENT)
    mine = StoredReview.objects.filter(free, pk=review_id, state=ReviewState.ASKED)
    if not mine.update(touched_at=now, tries=F("tries") + 1):
        return
    stored = StoredReview.objects.select_related("game", "record").get(pk=review_id)
    try:
        _work_out(stored, _subject_of(stored))
    # Whatever goes wrong in one game, the next is looked at. The text of an error may tell cards.
    except Exception as error:  # noqa: BLE001
        logger.error("Review %s failed: %s", review_id, type(error).__name__)
        StoredReview.objects.filter(pk=review_id).update(state=ReviewState.FAILED)


def _subject_of(stored: StoredReview) -> Subject:
    if stored.game is not None:
        state = load_state(stored.game)
        return Subject(state, made_by_players(read_rows(stored.game.pk)))
    assert stored.record is not None
    return _of_record(stored.record)


def _of_record(record: ImportedRecord) -> Subject:
    return subject_of_record(read_json(record.record))


def subject_of_record(value: dict[str, Any]) -> Subject:
    """Return a record's game, and which decisions to judge. Raise ``RecordError``.

    Without a log, all decisions of a seat are its player's.
    """
    state = game_of(read_record(value))
    told = (value.get("meta") or {}).get("bots")
    bots = told if isinstance(told, list) and len(told) == state.players else [None] * state.players
    people = {seat for seat, bot in enumerate(bots) if not bot}
    turns = {
        Place(result.number, number, made.seat)
        for result in state.results
        for number, made in enumerate(result.moves, start=1)
        if made.seat in people
    }
    chosen = {Place(result.number, 0, seat) for result in state.results for seat in people}
    return Subject(state, frozenset(turns | chosen))


def made_by_players(rows: LogRows) -> frozenset[Place]:
    """Return the decisions made by those who sit there last, and by nobody in their place."""
    numbers = {row.id: row.number for row in rows.rounds}
    since = {new.seat: new.version for new in new_players(rows)}
    turns: Counter[int] = Counter()
    found = set()
    for row in rows.standing().moves:
        if row.is_chair_event:
            continue
        number = numbers[row.round_id]
        if row.type != "orient":
            turns[number] += 1
        if row.actor == Actor.PLAYER and row.version >= since.get(row.seat, 0):
            found.add(Place(number, 0 if row.type == "orient" else turns[number], row.seat))
    return frozenset(found)


def _work_out(stored: StoredReview, subject: Subject) -> None:
    mine = StoredReview.objects.filter(pk=stored.pk)
    mine.update(due=count_decisions(subject.state), judged=0)
    reviewed = []
    look_ahead = looks_ahead()
    for number, one in enumerate(
        review(subject.state, subject.people, look_ahead=look_ahead), start=1
    ):
        reviewed.append(one)
        if number % AT_ONCE == 0:
            mine.update(judged=number, touched_at=timezone.now())
    players = subject.state.players
    found = Review(players, judge_digest(players, look_ahead=look_ahead), tuple(reviewed))
    with transaction.atomic():
        # A game can be voided, and a record deleted, while it is looked at.
        if mine.update(
            state=ReviewState.DONE,
            packed=packed(found),
            expert=found.expert,
            judged=len(reviewed),
            touched_at=timezone.now(),
        ):
            _note_seats(stored.game, found)


def _note_seats(game: Game | None, found: Review) -> None:
    """Write what the review adds to profiles."""
    if game is None or game.occasion:
        return
    for seat in Seat.objects.filter(game=game, bot=""):
        summary = found.seat(seat.number)
        if summary is not None:
            own = [one for one in found.decisions if one.seat == seat.number and one.verdict]
            SeatReview.objects.update_or_create(
                seat=seat,
                defaults={
                    "rounds": len({one.round for one in own}),
                    "decisions": summary.decisions,
                    "given_away": summary.given_away,
                    "kinds": _kinds(found, seat.number),
                },
            )


def _kinds(found: Review, seat: int) -> dict[str, list[float]]:
    """Return how many decisions of each kind of move there were, and the points given away."""
    kinds: dict[str, list[float]] = defaultdict(lambda: [0, 0.0])
    for one in found.decisions:
        if one.seat == seat and one.verdict is not None:
            kind = kinds[one.played.move.type]
            kind[0] += 1
            kind[1] = round(kind[1] + one.verdict.given_away, 2)
    return dict(kinds)


def left_alone(*, now: datetime) -> Collection[int]:
    """Return the rows whose message or worker got lost, oldest first; give up on some."""
    silent = StoredReview.objects.filter(state=ReviewState.ASKED, touched_at__lt=now - SILENT)
    silent.filter(tries__gte=TRIES).update(state=ReviewState.FAILED)
    return list(silent.order_by("touched_at").values_list("pk", flat=True)[:20])
