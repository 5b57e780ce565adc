"""While a server is away the log says so once a minute, and one thread at a time looks for it."""

import logging

import pytest
import redis
from django.db import OperationalError

from scoutsite import gate, outage_lines
from scoutsite.gate import PAUSE, Gate
from scoutsite.outage_lines import EVERY, OnceAMinute


class Clock:
    """Time that only a test moves."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(outage_lines, "time", made)
    monkeypatch.setattr(gate, "time", made)
    return made


def record(error: Exception, name: str = "games.tasks") -> logging.LogRecord:
    info = (type(error), error, error.__traceback__)
    return logging.LogRecord(name, logging.ERROR, "", 0, "Game %s failed", (7,), info)


def test_an_outage_is_one_line_a_minute_without_a_traceback(clock: Clock) -> None:
    lines = OnceAMinute()
    first = record(OperationalError("no route"))
    assert lines.filter(first)
    assert (first.getMessage(), first.exc_info) == ("Game 7 failed no route", None)
    assert not any(lines.filter(record(OperationalError("no route"))) for _ in range(5))
    # Another server, or another part of the site, has a line of its own.
    assert lines.filter(record(redis.ConnectionError("gone")))
    assert lines.filter(record(OperationalError("no route"), "games.play"))
    clock.now += EVERY
    later = record(OperationalError("no route"))
    assert lines.filter(later)
    assert "(5 such lines left out)" in later.getMessage()


def test_every_other_fault_keeps_its_lines_and_tracebacks(clock: Clock) -> None:
    lines = OnceAMinute()
    for _ in range(3):
        kept = record(ValueError("a card too many"))
        assert lines.filter(kept)
        assert kept.exc_info


def test_one_at_a_time_looks_whether_the_database_is_back(clock: Clock) -> None:
    way = Gate()
    assert all(way.admits() for _ in range(3))
    way.tried(well=False)
    assert not way.admits()
    clock.now += PAUSE
    assert [way.admits() for _ in range(3)] == [True, False, False]
    way.tried(well=False)
    clock.now += PAUSE
    assert way.admits()
    way.tried(well=True)
    assert all(way.admits() for _ in range(3))
