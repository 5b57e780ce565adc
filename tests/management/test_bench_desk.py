"""`bench desk` fills a database with what moderators work on, and measures their lists."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from games.models import Appeal, Case, Game, ModerationAction, Report, Sign
from games.order.wording import sentence
from scoutsite.benchmarks.desk_pages import Desk

SMALL: dict[str, int] = {"players": 60, "games": 60, "played": 6, "cases": 60, "rounds": 1}
NEVER = 1e9
"""Milliseconds: how long a page takes here depends on the machine."""


def measured(out: StringIO | None = None, **options: Any) -> list[str]:
    out = out or StringIO()
    chosen = {"most_ms": NEVER, **SMALL, **options}
    words = [f"--{name.replace('_', '-')}={value}" for name, value in chosen.items()]
    call_command("bench", "desk", *words, stdout=out, stderr=StringIO())
    return out.getvalue().splitlines()


@pytest.fixture
def _folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "VAR_DIR", folder)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_folder")
def test_it_fills_an_empty_database_and_measures_every_list_with_bounded_queries() -> None:
    said = measured()
    cells = [line.strip("| ").split(" | ") for line in said if line.startswith("| ")][2:]
    costs = {name: int(queries) for name, queries, *_times in cells}
    assert list(costs) == [page.name for page in Desk().pages()]
    lists = {name: count for name, count in costs.items() if not name.startswith(("a ", "the "))}
    assert {"cases", "appeals", "signs", "audit log", "players", "games"} <= set(lists)
    # Only PostgreSQL is asked about the backups' archive.
    most = 17 if connection.vendor == "postgresql" else 16
    assert all(0 < queries <= most for queries in lists.values()), lists

    assert (User.objects.count(), Game.objects.count()) == (60, 60)
    assert Case.objects.count() == 60 + Appeal.objects.count()
    assert Report.objects.count() > 2 * 60
    assert Sign.objects.count() == 20
    for action in ModerationAction.objects.all():
        assert "Reason: " in sentence(action) or "Answer: " in sentence(action)

    # What is there is measured as it is, and nothing is as quick as that.
    again = StringIO()
    with pytest.raises(SystemExit) as end:
        measured(again, cases=500, most_ms=0)
    assert end.value.code == 1
    counts, *_table, slow = again.getvalue().splitlines()
    assert counts in said
    assert slow.startswith("Longer than 0 ms: cases, cases, far down")


@pytest.mark.django_db
def test_a_database_that_people_use_is_left_alone() -> None:
    User.objects.create_user("Maya")
    with pytest.raises(CommandError, match="not made up"):
        measured()
    assert User.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", [{"players": 20}, {"played": 60}, {"cases": 1}, {"rounds": 0}])
def test_sizes_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(CommandError, match="at least"):
        measured(**wrong)
    assert not User.objects.exists()
