"""The made-up people: who is honest, who isn't, and who only looks as if."""

from collections.abc import Iterator
from enum import StrEnum
from random import Random
from typing import NamedTuple


class Role(StrEnum):
    """What somebody is like; the value is how the table calls them."""

    ORDINARY = "ordinary player"
    FRIEND = "friends who play each other often"
    HOUSEHOLD = "household, each with a device"
    LAPTOP = "household with one laptop"
    NEIGHBOUR = "strangers in one network"
    NEWCOMER = "strong newcomer"
    LEARNER = "player who gets much better"
    SLOW = "slow player in another zone"
    QUITTER = "leaves games early, whoever wins"
    FARMER = "farmer with a second account"
    SECOND = "two accounts, one person"
    ENGINE = "bot's help, each move"
    HALF_ENGINE = "bot's help, every other move"
    STALLER = "holds up lost games"
    FOUL = "foul chatter"


DISHONEST = {
    Role.FARMER,
    Role.SECOND,
    Role.ENGINE,
    Role.HALF_ENGINE,
    Role.STALLER,
    Role.FOUL,
}
IN_PAIRS = {
    Role.FRIEND,
    Role.HOUSEHOLD,
    Role.LAPTOP,
    Role.NEIGHBOUR,
    Role.FARMER,
    Role.SECOND,
}
_HONEST_SHARES = {
    Role.ORDINARY: 0.36,
    Role.QUITTER: 0.04,
    Role.FRIEND: 0.12,
    Role.HOUSEHOLD: 0.1,
    Role.LAPTOP: 0.04,
    Role.NEIGHBOUR: 0.1,
    Role.NEWCOMER: 0.08,
    Role.LEARNER: 0.06,
    Role.SLOW: 0.1,
}


class Person(NamedTuple):
    """Somebody, or one account of somebody."""

    key: int
    role: Role
    skill: float
    """In the units of ratings, of which they know nothing."""
    late: float
    """The share of turns that are late anyway."""
    partner: int | None = None
    """Of a pair the other one; the first of a farmer's is the one that wins."""
    is_first: bool = True


def make_people(*, honest: int, dishonest: int, chance: Random) -> list[Person]:
    """Return so many of each, each role with its share."""
    counts = {role: round(honest * share) for role, share in _HONEST_SHARES.items()}
    counts |= {role: round(dishonest / len(DISHONEST)) for role in sorted(DISHONEST)}
    return list(_people(counts, chance))


def _people(counts: dict[Role, int], chance: Random) -> Iterator[Person]:
    key = 0
    for role, count in counts.items():
        in_pair = role in IN_PAIRS
        for _ in range(max(1, count // 2 if in_pair else count)):
            skill = chance.gauss(*((34, 2) if role == Role.NEWCOMER else (25, 6)))
            late = _late(role, chance)
            yield Person(key, role, skill, late, key + 1 if in_pair else None)
            if in_pair:
                second = skill if role in DISHONEST else chance.gauss(25, 6)
                yield Person(key + 1, role, second, late, key, is_first=False)
            key += 1 + in_pair


def _late(role: Role, chance: Random) -> float:
    if role == Role.SLOW:
        return chance.uniform(0.25, 0.6)
    return chance.betavariate(1, 20)
