"""Making positions from reviews of games that have been over for a while."""

import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.bots.reviewing.whole import decisions
from games.log.store import load_state
from games.models import (
    Audience,
    FormerPlayer,
    Game,
    GameStatus,
    PracticePosition,
    ReviewState,
    Seat,
    StoredReview,
)
from games.practice.kinds import FAR
from games.practice.positions import Position, position_of, to_json
from games.review.kept import unpacked

logger = logging.getLogger(__name__)

OVER_FOR = timedelta(days=30)
"""How long a game has to be over."""
AT_ONCE = 20
"""Reviews looked through in one run."""
_AGAINST = Q(user=None) | Q(user__practice_from_games=False)
"""Of a person at the table; an account that is gone agrees to nothing."""


def make_positions(*, now: datetime) -> int:
    """Look through the next reviews that are due, each once; return how many positions are new."""
    over = Seat.objects.filter(game=OuterRef("game"), over_at__lte=now - OVER_FOR)
    due = StoredReview.objects.filter(
        Exists(over), state=ReviewState.DONE, game__isnull=False, practised_at=None
    )
    return sum(
        _made_from(stored, now)
        for stored in due.select_related("game").order_by("touched_at")[:AT_ONCE]
    )


def may_be_practised(game_id: int) -> bool:
    """Return whether a game is finished, not voided, and open to all or all its people agree.

    A deal that was passed on is left out: others may still play it.
    """
    persons = Seat.objects.filter(_AGAINST, game=OuterRef("pk"), bot="")
    former = FormerPlayer.objects.filter(_AGAINST, seat__game=OuterRef("pk"))
    return Game.objects.filter(
        Q(audience=Audience.OPEN) | (~Exists(persons) & ~Exists(former)),
        pk=game_id,
        occasion="",
        shared_deal=None,
        summary__status=GameStatus.FINISHED,
    ).exists()


def _made_from(stored: StoredReview, now: datetime) -> int:
    game = stored.game
    assert game is not None
    rows = []
    if may_be_practised(game.pk):
        found = _positions_in(stored, game)
        rows = [PracticePosition(game=game, **to_json(position)) for position in found]
    of_game = PracticePosition.objects.filter(game=game)
    with transaction.atomic():
        # First the mark: it is locked too where a game is voided, or somebody agrees no longer.
        if not StoredReview.objects.filter(pk=stored.pk).update(practised_at=now):
            return 0
        if not rows or not may_be_practised(game.pk):
            return 0
        before = of_game.count()
        PracticePosition.objects.bulk_create(rows, ignore_conflicts=True)
        return of_game.count() - before


def _positions_in(stored: StoredReview, game: Game) -> list[Position]:
    try:
        return list(_positions(stored, game))
    # One review that can't be read must not hold up all others. Its text may tell cards.
    except Exception as error:  # noqa: BLE001
        logger.error("No positions from review %s: %s", stored.pk, type(error).__name__)
        return []


def _positions(stored: StoredReview, game: Game) -> Iterator[Position]:
    """Yield those of the decisions that people made and whose best move is far ahead."""
    far = {
        one.place
        for one in unpacked(stored).decisions
        if one.verdict and (one.verdict.ahead or 0.0) >= FAR
    }
    if not far:
        return
    for decision in decisions(load_state(game)):
        if decision.place in far:
            position = position_of(decision.view)
            if position is not None:
                yield position


def forget_game(game: Game, *, now: datetime) -> None:
    """Remove the positions of a game that is being voided."""
    StoredReview.objects.filter(game=game).update(practised_at=now)
    PracticePosition.objects.filter(game=game).delete()


def agreement_changed(*, user_id: int, agrees: bool, now: datetime) -> None:
    """Follow a player's choice: let their games be looked through again, or remove what was made
    of those that weren't open to all.
    """
    sat = Seat.objects.filter(game=OuterRef("pk"), user=user_id)
    sat_before = FormerPlayer.objects.filter(seat__game=OuterRef("pk"), user=user_id)
    games = Game.objects.filter(Exists(sat) | Exists(sat_before)).exclude(audience=Audience.OPEN)
    StoredReview.objects.filter(game__in=games).update(practised_at=None if agrees else now)
    if not agrees:
        PracticePosition.objects.filter(game__in=games).delete()
