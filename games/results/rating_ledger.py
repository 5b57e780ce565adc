"""What rated games do to ratings, one after the other: plain Python, for the site and simulations.

- Somebody who is *charged* takes the last place, and the others are rated by their points.
- Where nobody gains, the charged alone change, as if all others stood level above them.
- The n-th game within ``REPEATS`` of the same people counts 1/n.
"""

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Generic, NamedTuple, TypeVar

from games.results.places import places_of
from games.results.rating_model import NEW, Skill, rated

REPEATS = timedelta(days=30)

Key = TypeVar("Key", bound=Hashable)


class Sat(NamedTuple, Generic[Key]):
    """A person at a rated game's table."""

    key: Key
    points: int
    charged: bool


class RatedGame(NamedTuple, Generic[Key]):
    """A rated game that is over, with everybody at its table."""

    ended_at: datetime
    sat: Sequence[Sat[Key]]
    nobody_gains: bool = False


class Standing(NamedTuple):
    """A person's rating and what it rests on."""

    skill: Skill = NEW
    games: int = 0
    people: int = 0


class Change(NamedTuple, Generic[Key]):
    """What a game did to a person's rating."""

    before: Standing
    after: Standing
    weight: float
    charged: bool
    first_met: tuple[Key, ...]


class RatingLedger(Generic[Key]):
    """Ratings to which games are added in the order of their ends."""

    def __init__(
        self,
        standings: Mapping[Key, Standing] | None = None,
        met: Iterable[tuple[Key, Key]] = (),
        ends: Mapping[frozenset[Key], Sequence[datetime]] | None = None,
    ) -> None:
        """Start from these ratings, who has met whom, and when companies' games ended."""
        self._standings = dict(standings or {})
        self._met = set(met)
        self._ends = {company: list(times) for company, times in (ends or {}).items()}

    def standing(self, key: Key) -> Standing:
        return self._standings.get(key, Standing())

    def add(self, game: RatedGame[Key]) -> dict[int, Change[Key]]:
        """Rate a game; return the changes by position at its table."""
        if game.nobody_gains and not any(one.charged for one in game.sat):
            return {}
        weight = 1 / self._repeats(game)
        before = [self.standing(one.key) for one in game.sat]
        after = skills_after(game, [one.skill for one in before])
        changes = {
            position: self._change(game, position, before[position], skill, weight)
            for position, skill in after.items()
        }
        for position, change in changes.items():
            key = game.sat[position].key
            self._standings[key] = change.after
            self._met.update((key, other) for other in change.first_met)
        return changes

    def _repeats(self, game: RatedGame[Key]) -> int:
        ends = self._ends.setdefault(frozenset(one.key for one in game.sat), [])
        ends.append(game.ended_at)
        return len(ends) - bisect_left(ends, game.ended_at - REPEATS)

    def _change(
        self, game: RatedGame[Key], position: int, before: Standing, skill: Skill, weight: float
    ) -> Change[Key]:
        own = game.sat[position]
        # In the order of seats, each once.
        others = dict.fromkeys(one.key for one in game.sat if one.key != own.key)
        first_met = tuple(key for key in others if (own.key, key) not in self._met)
        after = Standing(
            _partly(before.skill, skill, weight), before.games + 1, before.people + len(first_met)
        )
        return Change(before, after, weight, own.charged, first_met)


def skills_after(game: RatedGame[Key], skills: Sequence[Skill]) -> dict[int, Skill]:
    """Return the new skills of those whose ratings change, by position, at full weight."""
    charged = [position for position, one in enumerate(game.sat) if one.charged]
    if game.nobody_gains:
        # Each by themselves: who else is charged makes it no better.
        return {
            own: rated(skills, [2 if each == own else 1 for each in range(len(skills))])[own]
            for own in charged
        }
    places = places_of([one.points for one in game.sat], charged)
    return dict(enumerate(rated(skills, places)))


def _partly(before: Skill, after: Skill, weight: float) -> Skill:
    if weight == 1:
        return after
    return Skill(
        before.mu + weight * (after.mu - before.mu),
        before.sigma + weight * (after.sigma - before.sigma),
    )
