"""Where the time of a game went."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median, quantiles
from typing import NamedTuple

from scoutsite.pace.hours import Hours

_DAY = timedelta(days=1)


class Parts(NamedTuple):
    """A wait by its causes; they add up to it."""

    asleep: timedelta = timedelta()
    """The player who was waited for slept, or was away."""
    not_told: timedelta = timedelta()
    """They were awake, and nothing had told them yet."""
    busy: timedelta = timedelta()
    """They were awake, and knew."""
    planned: timedelta = timedelta()
    """They had known before it was their turn what they would do."""

    @property
    def whole(self) -> timedelta:
        return sum(self, timedelta())


@dataclass(frozen=True, slots=True)
class Wait:
    """A time in which a game waited for one person: of several, for the last to act."""

    kind: str
    """``invitation``, ``orientation`` or ``turn``."""
    person: int
    opened: datetime
    closed: datetime
    told: datetime | None
    """When the person knew; None if they did not until it was over."""
    actor: str
    """Who ended it: ``player``, ``bot`` or ``clock``."""
    asleep: timedelta
    not_told: timedelta
    plannable: bool = False
    """Whether an order left after their last move would have been the move that came."""

    @property
    def parts(self) -> Parts:
        """Return the wait by its causes; one that a plan would have saved has no other."""
        whole = self.closed - self.opened
        if self.plannable:
            return Parts(planned=whole)
        return Parts(self.asleep, self.not_told, whole - self.asleep - self.not_told)


def wait_of(
    kind: str,
    person: int,
    hours: Hours,
    *,
    opened: datetime,
    closed: datetime,
    told: datetime | None,
    actor: str = "player",
    plannable: bool = False,
) -> Wait:
    """Return a wait for somebody who keeps these hours."""
    knew = closed if told is None else max(opened, min(told, closed))
    return Wait(
        *(kind, person, opened, closed, told, actor),
        asleep=closed - opened - hours.awake_within(opened, closed),
        not_told=hours.awake_within(opened, knew),
        plannable=plannable,
    )


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game."""

    number: int
    waits: tuple[Wait, ...]
    """One after another, from the invitation to the final score."""
    emails: int
    pushes: int

    @property
    def lasted(self) -> timedelta:
        return self.waits[-1].closed - self.waits[0].opened

    @property
    def turns(self) -> int:
        return sum(wait.kind == "turn" for wait in self.waits)

    @property
    def timeouts(self) -> int:
        return sum(wait.actor == "clock" for wait in self.waits)

    @property
    def by_bots(self) -> int:
        """How many moves bots made on chairs they kept."""
        return sum(wait.actor == "bot" for wait in self.waits)

    @property
    def parts(self) -> Parts:
        return _sum(wait.parts for wait in self.waits)


@dataclass(frozen=True, slots=True)
class Summary:
    """Games of one policy."""

    games: int
    median_days: float
    p95_days: float
    mean_days: float
    shares: dict[str, float]
    """Of all waiting, by cause; they add up to 1."""
    shares_by_kind: dict[str, float]
    """Of all waiting, by what was waited for; they add up to 1."""
    turns: float
    """Median."""
    timeouts: int
    by_bots: int
    emails_per_game: float
    pushes_per_game: float


def summary_of(played: Sequence[Played]) -> Summary:
    """Return what these games come to."""
    days = sorted(game.lasted / _DAY for game in played)
    parts = _sum(game.parts for game in played)
    kinds: dict[str, timedelta] = {"invitation": timedelta(), "orientation": timedelta()}
    for wait in (wait for game in played for wait in game.waits):
        kinds[wait.kind] = kinds.get(wait.kind, timedelta()) + (wait.closed - wait.opened)
    return Summary(
        games=len(played),
        median_days=median(days),
        p95_days=quantiles(days, n=20, method="inclusive")[-1] if len(days) > 1 else days[0],
        mean_days=sum(days) / len(days),
        shares={cause: part / parts.whole for cause, part in parts._asdict().items()},
        shares_by_kind={kind: span / parts.whole for kind, span in kinds.items()},
        turns=median(game.turns for game in played),
        timeouts=sum(game.timeouts for game in played),
        by_bots=sum(game.by_bots for game in played),
        emails_per_game=sum(game.emails for game in played) / len(played),
        pushes_per_game=sum(game.pushes for game in played) / len(played),
    )


def _sum(parts: Iterable[Parts]) -> Parts:
    columns = zip(*parts, strict=True)
    return Parts(*(sum(column, timedelta()) for column in columns))
