"""What is counted in a game that is over, per seat: pure functions over its log.

Keys, without zeros: ``games``, ``won`` (in parts of ``models.statistics.WON``), ``left`` (for
good), ``rounds``, ``clock`` (turns timed out), ``flipped`` (scouted cards turned over), ``used``
(rounds with a Scout & Show), ``show``, ``scout``, ``scout_and_show`` (turns), ``points:-3`` (rounds
by score), ``end:own_empty_hand``, ``end:own_unbeaten``, ``end:other_empty_hand``,
``end:other_unbeaten``, ``end:turn_limit`` (rounds by ending), ``set:4r6`` (sets shown: size, ``r``
for a run or else ``m``, lowest number), ``pace:7`` (turns within ``PACES[7]`` seconds but not
``PACES[6]``; the last index plus one for slower ones).

Only the player's own turns and times count. A kept chair counts for its owner, but no round that
ends after the player left for good. A chair that another took counts for them from the round in
which they sat down, and for the player before until then.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from games.log.chairs import Chairs, Clock, after_row, clock_after
from games.log.rows import LogRows, MoveRow
from games.log.standing import undone_in
from games.models import Actor, ChairEvent
from games.models.statistics import WON
from games.results.conduct import Conduct, new_players
from games.results.places import places_of
from games.rules.cards import TOPS, Cards
from games.rules.game import GameState, RoundResult, SeatMove
from games.rules.moves import Scout, ScoutAndShow
from games.rules.sets import is_matching

Tally = dict[str, int]

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
PACES = (
    *(2, 5, 10, 20, 30),
    *(_MINUTE, 2 * _MINUTE, 5 * _MINUTE, 10 * _MINUTE, 20 * _MINUTE, 30 * _MINUTE),
    *(_HOUR, 2 * _HOUR, 3 * _HOUR, 4 * _HOUR, 6 * _HOUR, 8 * _HOUR, 12 * _HOUR, 18 * _HOUR),
    *(_DAY, 2 * _DAY, 3 * _DAY, 5 * _DAY, 7 * _DAY, 14 * _DAY),
)
"""Upper bounds of turn times in seconds."""


class Turn(NamedTuple):
    """A turn of a finished round."""

    round_number: int
    version: int
    seat: int
    actor: str
    since: datetime
    """Moved forward by paused and extra time; may be after the turn before."""
    at: datetime

    @property
    def seconds(self) -> float:
        return (self.at - self.since).total_seconds()


def added(tallies: Iterable[Mapping[str, int]]) -> Tally:
    """Return the sum."""
    total: Counter[str] = Counter()
    for tally in tallies:
        total.update(tally)
    return _tidy(total)


def without(tally: Mapping[str, int], other: Mapping[str, int]) -> Tally:
    """Return ``tally`` minus ``other``, a part of it."""
    rest = Counter(tally)
    rest.subtract(other)
    return _tidy(rest)


def _tidy(tally: Mapping[str, int]) -> Tally:
    return {key: tally[key] for key in sorted(tally) if tally[key]}


class Tallies(NamedTuple):
    """What is counted of one game."""

    seats: dict[int, Tally]
    """Of those who sat there last, by seat."""
    former: dict[tuple[int, int], Tally]
    """Of those who sat there before, by seat and the row with which another sat down."""


class _Part(NamedTuple):
    """The part of a game in which a player had a chair, in versions of the log and rounds."""

    seat: int
    since: int
    until: int
    first: int
    end: int
    """The first round after those that count."""


def tallies_of(
    people: Collection[int], rows: LogRows, state: GameState, conduct: Conduct
) -> Tallies:
    """Return a game's tallies; unfinished, it tells only of those who left it."""
    turns = list(turns_of(rows, people))
    left, results = conduct.left, state.results
    shares = shares_of(state.totals, left) if conduct.finished else [0] * state.players
    by_round = [[turn for turn in turns if turn.round_number == each.number] for each in results]
    in_rounds = list(zip(results, by_round, strict=True))
    last = {seat: _Part(seat, 0, len(rows.moves), 0, len(results)) for seat in people}
    former = {}
    for new in new_players(rows):
        before = last[new.seat]._replace(until=new.version, end=new.round_number)
        last[new.seat] = last[new.seat]._replace(since=new.version, first=new.round_number)
        if new in conduct.replaced:
            former[new.seat, new.version] = _tally(before, in_rounds, Counter(games=1, left=1))
    seats = {}
    for seat in sorted(people if conduct.finished else left):
        part = last[seat]._replace(end=left.get(seat, len(results)))
        start = Counter(games=1, won=shares[seat], left=int(seat in left))
        seats[seat] = _tally(part, in_rounds, start)
    return Tallies(seats, former)


def _tally(
    part: _Part, in_rounds: Iterable[tuple[RoundResult, Sequence[Turn]]], tally: Counter[str]
) -> Tally:
    for result, made in in_rounds:
        used = _count_turns(tally, part, result, made)
        if part.first <= result.number < part.end:
            _count_round(tally, part.seat, result)
            tally["used"] += used
    return _tidy(tally)


def shares_of(totals: Sequence[int], left: Collection[int]) -> list[int]:
    """Return each seat's part of the victory, in parts of ``WON``.

    Players who left for good get none, even if a record names them as winners.
    """
    first = [place == 1 for place in places_of(totals, left)]
    part = WON // sum(first)
    return [part if won and seat not in left else 0 for seat, won in enumerate(first)]


def turns_of(rows: LogRows, people: Collection[int]) -> Iterator[Turn]:
    """Yield all turns in order, without orientations and moves that were undone."""
    undone = undone_in(rows.moves)
    rounds = {row.id: row for row in rows.rounds}
    chairs = Chairs()
    clock: Clock | None = None
    for row in rows.moves:
        dealt = rounds[row.round_id]
        began_at = dealt.created_at if clock is None else max(clock.began_at, dealt.created_at)
        clock = Clock(began_at, clock and clock.halted_since)
        before = chairs
        chairs = after_row(
            chairs, type=row.type, seat=row.seat, actor=row.actor, at=row.created_at, to=row.to
        )
        # An extension is not time to think.
        if row.is_chair_event and row.type != ChairEvent.EXTEND:
            clock = clock_after(
                *(clock, before, chairs, people),
                event=row.type,
                seat=row.seat,
                minutes=None,
                to_act=_acts_next(rows.moves, row),
                at=row.created_at,
            )
        elif not row.is_chair_event:
            if row.is_turn and row.version not in undone:
                yield Turn(dealt.number, row.version, row.seat, row.actor, began_at, row.created_at)
            # The last orientation of a round starts its first turn.
            clock = clock._replace(began_at=row.created_at)


def _acts_next(moves: Sequence[MoveRow], row: MoveRow) -> tuple[int, ...]:
    following = (each for each in moves[row.version + 1 :] if not each.is_chair_event)
    after = next(following, None)
    return () if after is None or after.type == "orient" else (after.seat,)


def _count_round(tally: Counter[str], seat: int, result: RoundResult) -> None:
    tally["rounds"] += 1
    tally[f"points:{result.scores[seat].total}"] += 1
    if result.ender is None:
        tally["end:turn_limit"] += 1
    else:
        who = "own" if result.ender == seat else "other"
        tally[f"end:{who}_{result.ended_by}"] += 1


def _count_turns(
    tally: Counter[str], part: _Part, result: RoundResult, turns: Sequence[Turn]
) -> bool:
    used = False
    for turn, made, seen in zip(turns, result.moves, result.history, strict=True):
        if turn.seat != part.seat or not part.since <= turn.version < part.until:
            continue
        if turn.actor == Actor.CLOCK:
            tally["clock"] += 1
        if turn.actor != Actor.PLAYER:
            continue
        used |= _count_turn(tally, made, seen.cards)
        tally[f"pace:{bisect_left(PACES, turn.seconds)}"] += 1
    return used


def _count_turn(tally: Counter[str], made: SeatMove, shown: Cards | None) -> bool:
    tally[made.move.type] += 1
    if isinstance(made.move, Scout | ScoutAndShow):
        tally["flipped"] += made.move.flip
    if shown is not None:
        tops = shown.translate(TOPS)
        kind = "r" if len(tops) > 1 and not is_matching(tops) else "m"
        tally[f"set:{len(tops)}{kind}{min(tops)}"] += 1
    return isinstance(made.move, ScoutAndShow)
