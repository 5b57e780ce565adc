"""How long everything took: for each move, and for each fault."""

import time
from collections import Counter
from statistics import median, quantiles
from threading import Lock
from typing import NamedTuple

from tests.faults.client import Answer

ENOUGH = 2
"""Moves of a table after which it plays on: between two of a lone player all bots have moved."""


class Taken(NamedTuple):
    """A move that the site has taken."""

    table: int
    at: float
    seconds: float
    tries: int

    @property
    def sent(self) -> float:
        """When it was sent first."""
        return self.at - self.seconds


class Trial(NamedTuple):
    """One fault."""

    kind: str
    about: str
    begun: float
    ended: float
    """When everything had been started, freed or mended again."""
    moved: float | None
    """Seconds from then until every table had moved; none within the limit."""


class Row(NamedTuple):
    """All faults of one kind."""

    kind: str
    times: int
    during: int
    """Moves taken while the faults lasted."""
    seconds: float
    """How long they lasted in all."""
    retries: int
    first: list[float]
    """Seconds from each return to the first move taken."""
    moved: list[float | None]


class Measures:
    """Of one run; players write, while the run reads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.taken: list[Taken] = []
        self.trials: list[Trial] = []
        self.refusals: Counter[str] = Counter()
        self.failures: list[tuple[float, str]] = []
        """Each request that had to be sent again: when it was answered, and why."""

    def acknowledged(self, table: int, answer: Answer) -> None:
        now = time.monotonic()
        with self._lock:
            self.taken.append(Taken(table, now, answer.seconds, answer.tries))
            self.failures += [(now, failure) for failure in answer.failures]

    def refused(self, table: int, answer: Answer) -> None:
        with self._lock:
            code = answer.body.get("code")
            self.refusals[f"{answer.status} {code} after {answer.tries} tries"] += 1

    def all_moved(self, since: float, tables: int) -> float | None:
        """Seconds from then until each table had moved `ENOUGH` times; none if some have not."""
        moved = self.tables_moved(since)
        return max(moved.values()) - since if len(moved) == tables else None

    def tables_moved(self, since: float) -> dict[int, float]:
        """The tables that have moved `ENOUGH` times since then, and when they had."""
        times: dict[int, list[float]] = {}
        with self._lock:
            for each in self.taken:
                if each.at >= since:
                    times.setdefault(each.table, []).append(each.at)
        return {table: at[ENOUGH - 1] for table, at in times.items() if len(at) >= ENOUGH}

    def rows(self) -> list[Row]:
        """By kind, in the order in which they first came."""
        kinds = dict.fromkeys(trial.kind for trial in self.trials)
        return [self._row(kind) for kind in kinds]

    def _row(self, kind: str) -> Row:
        trials = [trial for trial in self.trials if trial.kind == kind]
        until = [(trial, trial.ended + (trial.moved or 60)) for trial in trials]
        return Row(
            kind,
            len(trials),
            sum(trial.begun <= each.at < trial.ended for trial in trials for each in self.taken),
            sum(trial.ended - trial.begun for trial in trials),
            sum(trial.begun <= at < end for trial, end in until for at, _ in self.failures),
            [
                min((each.at for each in self.taken if each.at >= trial.ended), default=trial.ended)
                - trial.ended
                for trial in trials
            ],
            [trial.moved for trial in trials],
        )

    def latency(self, *, calm: bool) -> tuple[int, float, float, float]:
        """Number, median, 95th percentile and worst of the seconds to an answer.

        `calm`: of moves sent and answered while there was no fault and all tables had moved since.
        """
        spans = [(each.begun, each.ended + (each.moved or 60)) for each in self.trials]
        seconds = sorted(
            each.seconds
            for each in self.taken
            if calm != any(each.at >= begun and each.sent < end for begun, end in spans)
        )
        if len(seconds) < 2:
            only = seconds[0] if seconds else 0.0
            return len(seconds), only, only, only
        return len(seconds), median(seconds), quantiles(seconds, n=20)[-1], seconds[-1]
