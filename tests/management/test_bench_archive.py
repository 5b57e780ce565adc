"""`bench archive` compares pages with few and many games."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoutsite.benchmarks import archive
from scoutsite.benchmarks.archive_pages import Reader
from tests.management.conftest import Fill


@pytest.mark.django_db(transaction=True)
def test_no_page_about_finished_games_makes_more_queries_when_there_are_more_games(
    fill: Fill,
) -> None:
    fill(140)
    reader = Reader()
    few = {page.name: reader.queries(page) for page in reader.pages}
    assert few["a leaderboard"] > 1, "somebody must be on it"
    fill(196)
    reader = Reader()
    assert {page.name: reader.queries(page) for page in reader.pages} == few
    assert reader.seconds(reader.pages[0]) > 0


@pytest.mark.django_db
def test_a_database_without_games_can_not_be_measured() -> None:
    with pytest.raises(LookupError, match=r"manage\.py fill"):
        Reader()


def _compare(monkeypatch: pytest.MonkeyPatch, *, times: float, queries: int) -> tuple[int, str]:
    """Exit status and output when the large database takes ``times`` as long."""

    class Asked:
        """Replaces the process that serves a database."""

        pages = ["a profile"]

        def __init__(self, database: str) -> None:
            self.games = 200 if database == "small" else 200_000

        def __enter__(self) -> "Asked":
            return self

        def __exit__(self, *error: object) -> None: ...

        def ask(self, page: int) -> dict[str, float]:
            large = self.games > 200
            return {"queries": queries if large else 7, "seconds": 0.02 * (times if large else 1)}

    monkeypatch.setattr(archive, "_Asked", Asked)
    out = StringIO()
    try:
        call_command("bench", "archive", "small", "large", stdout=out, stderr=StringIO())
    except SystemExit as end:
        return int(str(end.code)), out.getvalue()
    return 0, out.getvalue()


def test_it_prints_a_table_with_queries_and_times(monkeypatch: pytest.MonkeyPatch) -> None:
    status, said = _compare(monkeypatch, times=1.25, queries=7)
    assert status == 0
    heading, _line, row = said.splitlines()
    assert "200 games | 200,000 games" in heading
    assert row == "| a profile | 7 | 7 | 20.0 | 25.0 | 1.25 |"


@pytest.mark.parametrize(("times", "queries"), [(1.4, 7), (1.0, 8)])
def test_a_page_that_grows_with_the_number_of_games_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, times: float, queries: int
) -> None:
    assert _compare(monkeypatch, times=times, queries=queries)[0] == 1


def test_two_databases_are_needed() -> None:
    arguments: list[Any] = ["bench", "archive", "one"]
    with pytest.raises(CommandError):
        call_command(*arguments)
