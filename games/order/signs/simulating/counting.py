"""Holding the signs against the made-up people: hits and false alarms."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from games.models import SignKind, Strength
from games.order.signs.agreement import SeatJudged, judge_agreement
from games.order.signs.chat import MANY
from games.order.signs.far_off import judge_results
from games.order.signs.judging import Judged
from games.order.signs.pairs import FEWEST, judge_pair
from games.order.signs.second_accounts import judge_two
from games.order.signs.simulating.lives import in_common, messages_of
from games.order.signs.simulating.people import IN_PAIRS, Person, Role, make_people
from games.order.signs.simulating.season import Season, play_season
from games.order.signs.stalling import judge_timing
from games.order.signs.words import languages_of

MEANT: dict[SignKind, set[Role]] = {
    SignKind.SECOND: {Role.SECOND, Role.FARMER},
    SignKind.PAIR: {Role.FARMER},
    SignKind.RATING: {Role.ENGINE, Role.HALF_ENGINE},
    SignKind.EXPERT: {Role.ENGINE, Role.HALF_ENGINE},
    SignKind.STALLING: {Role.STALLER},
    SignKind.CHAT: {Role.FOUL},
}
"""Whom each sign is meant to find. Of addresses that come back there is nothing to guess."""


class Count(NamedTuple):
    """How often a sign says something about those of a role."""

    kind: SignKind
    role: Role
    of: int
    """People or pairs who could be looked at."""
    some: int
    """Of these, those with a sign, strong ones included."""
    strong: int

    @property
    def is_meant(self) -> bool:
        return self.role in MEANT[self.kind]


def hold_against(*, honest: int, dishonest: int, seed: int) -> list[Count]:
    """Return the counts for so many people; the same seed gives the same ones."""
    chance = Random(seed)  # noqa: S311 (made-up people keep no secrets)
    people = make_people(honest=honest, dishonest=dishonest, chance=chance)
    season = play_season(people, chance)
    counts = []
    for kind, judged in (
        (SignKind.SECOND, _seconds(people, chance)),
        (SignKind.PAIR, _pairs(people, season)),
        (SignKind.RATING, _results(people, season)),
        (SignKind.EXPERT, _reviews(people, season)),
        (SignKind.STALLING, _timings(people, season)),
        (SignKind.CHAT, _chats(people, chance)),
    ):
        counts += _counted(kind, judged)
    return counts


Said = Iterator[tuple[Role, Strength | None]]


def _counted(kind: SignKind, judged: Said) -> list[Count]:
    of: Counter[Role] = Counter()
    found: dict[Role, Counter[Strength]] = defaultdict(Counter)
    for role, strength in judged:
        of[role] += 1
        if strength is not None:
            found[role][strength] += 1
    rows = [
        Count(
            kind,
            role,
            of[role],
            found[role][Strength.SOME] + found[role][Strength.STRONG],
            found[role][Strength.STRONG],
        )
        for role in Role
        if of[role]
    ]
    return sorted(rows, key=lambda row: not row.is_meant)


def _strength(judged: Judged | None) -> Strength | None:
    return judged.strength if judged else None


def _strongest(judged: Iterable[Judged | None]) -> Strength | None:
    found = {each.strength for each in judged if each}
    return next((strength for strength in Strength if strength in found), None)


def _seconds(people: Sequence[Person], chance: Random) -> Said:
    for one in people:
        if one.is_first and one.partner is not None and one.role in IN_PAIRS - {Role.FRIEND}:
            yield one.role, _strength(judge_two(in_common(one, people[one.partner], chance)))


def _pairs(people: Sequence[Person], season: Season) -> Said:
    """A pair counts once, whichever of the two is ahead, and as strangers unless they are one."""
    for (one, other), met in season.meetings.items():
        if one < other and len(met) >= FEWEST:
            ways = (judge_pair(met), judge_pair(season.meetings[other, one]))
            role = people[one].role if people[one].partner == other else Role.ORDINARY
            yield role, _strongest(ways)


def _results(people: Sequence[Person], season: Season) -> Said:
    for one in people:
        results = season.results[one.key]
        # The task looks each day: a sign that was there once has been seen.
        ways = (judge_results(results[:end]) for end in range(5, len(results) + 5, 5))
        yield one.role, _strongest(ways)


def _reviews(people: Sequence[Person], season: Season) -> Said:
    by_size: dict[int, list[SeatJudged]] = defaultdict(list)
    for rows in season.reviewed.values():
        for size, seat in rows:
            by_size[size].append(seat)
    for one in people:
        own: dict[int, list[SeatJudged]] = defaultdict(list)
        for size, seat in season.reviewed[one.key]:
            own[size].append(seat)
        yield (
            one.role,
            _strongest(judge_agreement(seats, by_size[size]) for size, seats in own.items()),
        )


def _timings(people: Sequence[Person], season: Season) -> Said:
    for one in people:
        yield one.role, _strength(judge_timing(season.timed[one.key][-40:]))


def _chats(people: Sequence[Person], chance: Random) -> Said:
    for one in people:
        found = sum(bool(languages_of(text)) for text in messages_of(one, chance))
        strength = Strength.STRONG if found >= MANY else Strength.SOME
        yield one.role, strength if found else None
