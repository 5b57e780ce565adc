"""When players took their turns in finished games, read for signs: holding up lost games."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from itertools import chain
from typing import Any, NamedTuple

from games.log.deadlines import Deadlines, parse_deadlines
from games.log.reading import read_many
from games.models import Actor, ChairEvent, SeatResult, SignKind
from games.order.signs.keeping import Found
from games.order.signs.stalling import FEWEST_LATE, LATE, Timed, judge_timing
from games.results.tallies import PACES

WITHIN = timedelta(days=60)
MOST_GAMES = 40
"""The latest games of a player that are looked at."""


class _Sat(NamedTuple):
    """A player's seat in a finished game with a clock."""

    user_id: int
    game_id: int
    seat: int
    turn_seconds: int
    lost: bool
    maybe_late: int
    """Turns that may have been taken at the last moment, as the tally says."""


def signs_of_turns(user_ids: Collection[int], *, now: datetime) -> Iterator[Found]:
    """Yield the signs in when these people took their turns.

    One query, and four for the logs of those who may have held up games.
    """
    sat: dict[int, list[_Sat]] = defaultdict(list)
    for each in _seats_of(user_ids, now - WITHIN):
        if len(sat[each.user_id]) < MOST_GAMES:
            sat[each.user_id].append(each)
    slow = {
        user_id: seats
        for user_id, seats in sat.items()
        if sum(each.maybe_late for each in seats if each.lost) >= FEWEST_LATE
    }
    late = _late_turns([each for seats in slow.values() for each in seats])
    for user_id, seats in slow.items():
        games = [Timed(each.lost, late[each.game_id, each.seat]) for each in seats]
        if judged := judge_timing(games):
            yield Found(SignKind.STALLING, judged.strength, user_id, judged.figures, judged.weight)


def _seats_of(user_ids: Collection[int], since: datetime) -> Iterator[_Sat]:
    rows: Any = SeatResult.objects.filter(
        user__in=user_ids,
        finished=True,
        ended_at__gte=since,
        among_people=True,
        game__turn_seconds__isnull=False,
    ).order_by("-ended_at")
    for user_id, game_id, seat, seconds, won, tally in rows.values_list(
        "user_id", "game_id", "seat__number", "game__turn_seconds", "won", "tally"
    ):
        yield _Sat(user_id, game_id, seat, seconds, not won, _maybe_late(tally, seconds))


def _maybe_late(tally: dict[str, int], turn_seconds: int) -> int:
    """Count turns by the clock, and those of a pace that may have used nearly all the time."""
    slow = (
        count
        for index in range(1, len(PACES) + 1)
        if (count := tally.get(f"pace:{index}"))
        and (index == len(PACES) or PACES[index] >= (1 - LATE) * turn_seconds)
    )
    return tally.get("clock", 0) + sum(slow)


def _late_turns(seats: Collection[_Sat]) -> dict[tuple[int, int], tuple[bool, ...]]:
    """Return, for these seats, whether each of their own turns that stand was late, in order."""
    seconds = {each.game_id: each.turn_seconds for each in seats}
    wanted = {(each.game_id, each.seat) for each in seats}
    found: dict[tuple[int, int], dict[int, bool]] = {key: {} for key in wanted}
    due: dict[int, Deadlines] = {}
    before: dict[int, datetime] = {}
    for row in chain.from_iterable(rows.moves for rows in read_many(seconds).values()):
        game_id, seat, at = row.game_id, row.seat, row.created_at
        if row.is_turn and (game_id, seat) in wanted and row.actor in (Actor.PLAYER, Actor.CLOCK):
            turn = timedelta(seconds=seconds[game_id])
            # Rows of old games name no deadlines.
            deadline = due.get(game_id, {}).get(seat) or before.get(game_id, at) + turn
            late = row.actor == Actor.CLOCK or deadline - at <= LATE * turn
            found[game_id, seat][row.version] = late
        if row.type == ChairEvent.REWIND:
            for key in wanted:
                if key[0] == game_id:
                    turns = found[key].items()
                    found[key] = {made: late for made, late in turns if made < (row.to or 0)}
        if row.deadlines is not None:
            due[game_id] = parse_deadlines(row.deadlines)
        before[game_id] = at
    return {key: tuple(turns.values()) for key, turns in found.items()}
