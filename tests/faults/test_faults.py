"""The tools that look for lost and doubled moves find them."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.faults.client import Answer
from tests.faults.comparing import Row, compare
from tests.faults.journal import Acknowledged, Journal, read
from tests.faults.kinds import KINDS
from tests.faults.measures import Measures, Trial
from tests.faults.options import options_from, order_of
from tests.faults.report import broken, report

SHOW = {"type": "show", "start": 1, "stop": 3}
SCOUT = {"type": "scout", "end": "left", "flip": False, "to": 0}


def row(version: int, seq: int, seat: int, move: dict[str, Any], actor: str = "player") -> Row:
    given = {"flip": None, "end": "", "to": None, "start": None, "stop": None, **move}
    at = datetime(2026, 11, 25, 12, tzinfo=UTC)
    return Row(game="g", version=version, seq=seq, seat=seat, actor=actor, at=at, **given)


def told(
    version: int, seq: int, seat: int, move: dict[str, Any], status: int = 201
) -> Acknowledged:
    return Acknowledged("g", version, seq, seat, move, status)


ROWS = [row(0, 0, 0, SHOW), row(1, 1, 1, SCOUT, "bot"), row(2, 2, 0, SCOUT)]
JOURNAL = [told(1, 0, 0, SHOW), told(4, 2, 0, SCOUT, 200)]


def test_what_is_in_the_log_as_it_was_acknowledged_is_well() -> None:
    verdict = compare([JOURNAL, []], ROWS)
    assert verdict.faults == []
    assert (verdict.acknowledged, verdict.repeated, verdict.games, verdict.rows) == (2, 1, 1, 3)


@pytest.mark.parametrize(
    ("kind", "journal", "rows"),
    [
        ("lost", [*JOURNAL, told(6, 4, 0, SHOW)], ROWS),
        ("lost", JOURNAL[:1], [ROWS[0], row(2, 1, 1, SCOUT, "bot")]),
        ("doubled", JOURNAL, [*ROWS, row(3, 2, 0, SCOUT)]),
        ("doubled", [JOURNAL[0], told(2, 0, 0, SHOW), JOURNAL[1]], ROWS),
        ("changed", JOURNAL, [*ROWS[:2], row(2, 2, 0, SCOUT | {"to": 5})]),
        ("changed", JOURNAL, [*ROWS[:2], row(2, 2, 0, SCOUT, "bot")]),
        ("disordered", JOURNAL[::-1], ROWS),
        ("unknown", JOURNAL[:1], ROWS),
        ("taken", JOURNAL, [*ROWS, row(3, 3, 1, SHOW, "clock")]),
        ("taken", JOURNAL, [*ROWS, row(3, 3, 1, {"type": "keep"}, "clock")]),
    ],
)
def test_each_kind_of_fault_is_found(
    kind: str, journal: list[Acknowledged], rows: list[Row]
) -> None:
    verdict = compare([journal], rows)
    assert getattr(verdict, kind)
    assert verdict.faults


def test_time_that_the_clock_gives_back_is_no_fault() -> None:
    assert (
        compare([JOURNAL], [*ROWS, row(3, 3, 0, {"type": "extend", "to": 5}, "clock")]).faults == []
    )


def test_a_journal_says_what_was_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "0.journal")
    for entry in JOURNAL:
        journal.write(entry)
    assert [*read(tmp_path / "0.journal")] == JOURNAL
    journal.close()


def test_the_same_seed_gives_the_same_order_and_each_fault_comes_once_a_round() -> None:
    options = options_from(["--rounds", "3", "--seed", "7"])
    order = order_of(options.kinds, options)
    assert order == order_of(options.kinds, options)
    assert sorted(order) == sorted([*KINDS] * 3)
    assert order != order_of(options.kinds, options_from(["--rounds", "3", "--seed", "8"]))
    assert options_from(["--only", "redis"]).kinds == ("redis",)


@pytest.mark.parametrize("wrong", [["--rounds", "0"], ["--rounds", "x"], ["--only", "moon"]])
def test_what_it_does_not_know_is_refused(wrong: list[str]) -> None:
    with pytest.raises(SystemExit):
        options_from(wrong)


def test_a_table_that_stands_still_breaks_a_promise() -> None:
    measures, nothing = Measures(), compare([[]], [])
    measures.acknowledged(0, Answer(201, {}, 2, 0.5, ("503",)))
    at = measures.taken[0].at
    assert measures.all_moved(at - 1, 1) is None
    measures.acknowledged(0, Answer(201, {}, 1, 0.1, ()))
    assert measures.all_moved(at - 1, 1) == pytest.approx(measures.taken[1].at - at + 1)
    assert measures.all_moved(at - 1, 2) is None
    measures.trials.append(Trial("redis", "redis", at - 3, at - 1, 2.0))
    assert broken(measures, nothing) == []
    assert "| redis | 1 | 2 | 0 | 1 | 1.0, 1.0 | 2.0, 2.0 |" in report(measures, nothing)
    measures.trials.append(Trial("pages", "pages", at, at + 1, None))
    assert len(broken(measures, nothing)) == 1
