"""Players' rated games, read for signs: one-sided pairs, and results far from the rating."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from games.models import RatingChange, SeatResult, SignKind
from games.order.signs.far_off import Result, judge_results
from games.order.signs.judging import ahead_chance
from games.order.signs.keeping import Found
from games.order.signs.pairs import Meeting, judge_pair
from games.results.rating_model import Skill

WITHIN = timedelta(days=90)
_TURNS = ("show", "scout", "scout_and_show")


class _Sat(NamedTuple):
    """Somebody at a rated game."""

    user_id: int | None
    players: int
    place: int
    left: bool
    tally: dict[str, int]
    before: Skill
    after: Skill
    number: int


def signs_of_rated_games(user_ids: Collection[int], *, now: datetime) -> Iterator[Found]:
    """Yield the signs in these people's rated games; two queries."""
    tables = _tables_of(user_ids, now - WITHIN)
    meetings: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
    results: dict[int, list[Result]] = defaultdict(list)
    for table in tables:
        for mine in table:
            if mine.user_id is None:
                continue
            if mine.user_id in user_ids:
                results[mine.user_id].append(_result(mine, table))
            for other in table:
                if other.user_id in (None, mine.user_id):
                    continue
                assert other.user_id is not None
                if {mine.user_id, other.user_id} & set(user_ids):
                    meetings[mine.user_id, other.user_id].append(_meeting(mine, other))
    for (one, other_id), met in meetings.items():
        if judged := judge_pair(met):
            yield Found(
                SignKind.PAIR, judged.strength, one, judged.figures, judged.weight, other_id
            )
    for user_id, games in results.items():
        if judged := judge_results(games):
            yield Found(SignKind.RATING, judged.strength, user_id, judged.figures, judged.weight)


def _tables_of(user_ids: Collection[int], since: datetime) -> list[list[_Sat]]:
    """Return the games in the order of their ends; games among bot accounts aren't asked for."""
    theirs = RatingChange.objects.filter(user__in=user_ids, bot_accounts=False, ended_at__gte=since)
    games = list(theirs.values_list("game_id", flat=True).distinct())
    rows: Any = SeatResult.objects.filter(
        game__in=games, rated=True, seat__rating_change__isnull=False
    )
    tables: dict[int, list[_Sat]] = defaultdict(list)
    change = "seat__rating_change__"
    columns = [f"{change}{name}" for name in ("mu_before", "sigma_before", "mu", "sigma", "number")]
    sat = ("game_id", "user_id", "players", "place", "left", "tally")
    ordered = rows.order_by("ended_at", "game_id", "seat_id")
    for game_id, user_id, players, place, left, tally, *skills, number in ordered.values_list(
        *sat, *columns
    ):
        before, after = Skill(*skills[:2]), Skill(*skills[2:])
        tables[game_id].append(_Sat(user_id, players, place, left, tally, before, after, number))
    return list(tables.values())


def _result(mine: _Sat, table: list[_Sat]) -> Result:
    others = [each for each in table if each is not mine]
    behind = sum((each.place > mine.place) + (each.place == mine.place) / 2 for each in others)
    expected = sum(ahead_chance(mine.before, each.before) for each in others)
    count = max(1, len(others))
    return Result(mine.number, behind / count, expected / count)


def _meeting(mine: _Sat, other: _Sat) -> Meeting:
    return Meeting(
        players=mine.players,
        ahead=mine.place < other.place,
        behind=mine.place > other.place,
        mine=mine.before,
        other=other.before,
        gained=mine.after.mu - mine.before.mu,
        other_turns=sum(other.tally.get(kind, 0) for kind in _TURNS),
        left=other.left,
    )
