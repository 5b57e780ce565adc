"""The tables of `fill`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from games.bots.offered import company
from games.lobby.terms import Terms
from games.management.filling.originals import Original
from games.management.filling.people import Company, Person
from games.models import Actor, Audience
from games.rules.moves import Orient

WITH_BOTS = 0.2
RATED = 0.7
"""The share of the other games that are rated."""
OPEN = 0.6
"""The share of games among people that are open to all."""
MISSED = 0.004
"""The share of turns that the clock plays."""

_STRENGTH = {"easy": 0, "steady": 1}
_BOT_SECONDS = 0.8


@dataclass(frozen=True, slots=True)
class Pace:
    """People's speed at tables with a certain clock."""

    turn_seconds: int | None
    median_seconds: float
    spread: float


PACES = (
    Pace(None, 15, 0.8),
    Pace(3_600, 40, 1.0),
    Pace(86_400, 900, 1.2),
    Pace(259_200, 1_800, 1.2),
)


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What an original's copies share: all but names and dates."""

    original: Original
    terms: Terms
    """Without a name: each copy has its own."""
    audience: str
    actors: tuple[str, ...]
    at: tuple[timedelta, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """Strongest play first."""
        seats = set(range(self.original.state.players)) - set(self.terms.bots)
        strength = {seat: _STRENGTH[self.original.levels[seat]] for seat in seats}
        return tuple(sorted(seats, key=lambda seat: (-strength[seat], seat)))


def table_of(original: Original, seed: int) -> TablePlan:
    """Return the plan for ``original``, always the same."""
    chance = Random(f"table {seed} {original.number}")  # noqa: S311 (made games keep no secrets)
    bots: dict[int, str] = {}
    if chance.random() < WITH_BOTS:
        count = chance.randrange(1, original.state.players)
        seats = sorted(chance.sample(range(1, original.state.players), count))
        # The characters that these levels stand for.
        bots = dict(zip(seats, company([original.levels[seat] for seat in seats]), strict=True))
    alone = len(bots) == original.state.players - 1
    pace = chance.choice(PACES)
    actors, at = _steps_timed(original, bots, pace, chance)
    audience = Audience.OPEN if chance.random() < OPEN else Audience.INVITATION
    return TablePlan(
        original=original,
        terms=Terms(
            players=original.state.players,
            turn_seconds=pace.turn_seconds,
            bots=bots,
            open=audience == Audience.OPEN and not alone,
            rated=not bots and pace.turn_seconds is not None and chance.random() < RATED,
        ),
        audience=Audience.OWN if alone else audience,
        actors=actors,
        at=at,
    )


def _steps_timed(
    original: Original, bots: dict[int, str], pace: Pace, chance: Random
) -> tuple[tuple[str, ...], tuple[timedelta, ...]]:
    actors, at = [], []
    now = timedelta()
    missed: set[int] = set()
    for step in original.steps:
        if step.seat in bots:
            actor, pause = Actor.BOT, _BOT_SECONDS
        elif _misses(step.seat, step.move, missed, pace, chance):
            assert pace.turn_seconds is not None
            actor, pause = Actor.CLOCK, float(pace.turn_seconds)
            missed.add(step.seat)
        else:
            pause = pace.median_seconds * chance.lognormvariate(0, pace.spread)
            actor, pause = Actor.PLAYER, min(pause, 0.9 * (pace.turn_seconds or 3_600))
            missed.discard(step.seat)
        now += timedelta(seconds=round(pause, 3))
        actors.append(actor.value)
        at.append(now)
    return tuple(actors), tuple(at)


def _misses(seat: int, move: object, missed: set[int], pace: Pace, chance: Random) -> bool:
    """Never twice in a row: a bot would take the chair."""
    may = pace.turn_seconds is not None and not isinstance(move, Orient) and seat not in missed
    return may and chance.random() < MISSED


def seated(table: TablePlan, company: Company, chance: Random) -> dict[int, Person]:
    """Return people by seat; better ones more often get seats played well."""
    people = company.draw(len(table.people), chance)
    people.sort(key=lambda person: -person.skill - 0.5 * chance.random())
    return dict(zip(table.people, people, strict=True))


class TablePlans:
    """The plans by number, made on first use."""

    def __init__(self, originals: Sequence[Original], seed: int) -> None:
        self._originals = originals
        self._seed = seed
        self._made: dict[int, TablePlan] = {}

    def of(self, number: int) -> TablePlan:
        number %= len(self._originals)
        if number not in self._made:
            self._made[number] = table_of(self._originals[number], self._seed)
        return self._made[number]
