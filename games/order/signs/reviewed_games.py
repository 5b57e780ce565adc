"""Players' reviewed games, read for signs: moves that agree with the expert."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, FloatField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from games.models import GameStatus, Rating, SeatReview, SignKind
from games.order.signs.agreement import FEWEST_GAMES, SeatJudged, judge_agreement
from games.order.signs.keeping import Found
from games.results.rating_model import NEW

WITHIN = timedelta(days=180)
OTHERS = 2_000
"""The latest reviewed seats from which others of a rating are taken."""


def signs_of_reviews(user_ids: Collection[int], *, now: datetime) -> Iterator[Found]:
    """Yield the signs in these people's reviewed games; a query, and one a number of players."""
    own: dict[tuple[int, int], list[SeatJudged]] = defaultdict(list)
    mine = _seats().filter(seat__user__in=user_ids, seat__over_at__gte=now - WITHIN)
    for players, seat in _read(mine):
        own[seat.user_id, players].append(seat)
    enough = {key: seats for key, seats in own.items() if len(seats) >= FEWEST_GAMES}
    others = {players: _others(players) for players in {players for _user, players in enough}}
    best: dict[int, Found] = {}
    for (user_id, players), seats in enough.items():
        judged = judge_agreement(seats, others[players])
        if judged and (user_id not in best or judged.weight > best[user_id].weight):
            best[user_id] = Found(
                SignKind.EXPERT, judged.strength, user_id, judged.figures, judged.weight
            )
    yield from best.values()


def _others(players: int) -> list[SeatJudged]:
    latest = _seats().filter(seat__game__players=players).order_by("-seat_id")[:OTHERS]
    return [seat for _players, seat in _read(latest)]


def _seats() -> QuerySet[SeatReview]:
    """Return the seats of people in finished games; of bot accounts the expert says nothing."""
    return SeatReview.objects.filter(
        seat__user__is_bot=False,
        seat__over_at__isnull=False,
        seat__game__summary__status=GameStatus.FINISHED,
        decisions__gt=0,
    )


def _read(seats: QuerySet[SeatReview]) -> Iterator[tuple[int, SeatJudged]]:
    rated = Rating.objects.filter(
        user=OuterRef("seat__user"), players=OuterRef("seat__game__players"), bot_accounts=False
    )
    mu = Coalesce(
        F("seat__rating_change__mu_before"),
        Subquery(rated.values("mu")[:1]),
        Value(NEW.mu),
        output_field=FloatField(),
    )
    rows: Any = seats.annotate(mu=mu).values_list(
        "seat__game__players", "seat__user_id", "mu", "decisions", "given_away"
    )
    for players, *judged in rows:
        yield players, SeatJudged(*judged)
