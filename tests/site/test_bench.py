"""`bench`: one command for all benchmarks; that of the rules needs no database."""

import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

import games.bots
from scoutsite.management.commands import bench


def printed(*words: str) -> list[str]:
    out = StringIO()
    call_command("bench", "rules", "--seconds", "0.05", *words, stdout=out)
    return out.getvalue().splitlines()


def assert_a_line_for_each_number_of_players(lines: list[str]) -> None:
    assert [int(line.split()[0]) for line in lines] == [2, 3, 4, 5]
    assert all(float(figure.replace(",", "")) > 0 for line in lines for figure in line.split())


def test_it_prints_a_line_for_each_number_of_players() -> None:
    heading, *lines = printed("--only", "rules")
    assert heading.split()[0] == "players"
    assert_a_line_for_each_number_of_players(lines)


@pytest.mark.slow
def test_it_prints_the_speed_of_the_compiled_engine_too() -> None:
    heading, *lines = printed("--only", "engine")
    assert heading == "players  engine moves/s  engine playouts/s"
    assert_a_line_for_each_number_of_players(lines)


def test_without_numba_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("games.bots.fast")]:
        monkeypatch.delitem(sys.modules, name)
    # The package of the same name must not stay imported.
    monkeypatch.delattr(games.bots, "fast", raising=False)
    monkeypatch.setitem(sys.modules, "numba", None)
    lines = printed("--only", "engine")
    assert lines[-1].startswith("Numba is not installed")


def test_alone_it_lists_the_benchmarks(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("bench")
    said = capsys.readouterr().out
    assert all(f"    {name} " in said for name in bench.BENCHMARKS)
    assert "Compare pages about finished games" in said


def test_a_benchmark_that_does_not_exist_is_refused() -> None:
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("bench", "everything")


@pytest.mark.slow
@pytest.mark.browser
def test_it_measures_every_kind_of_motion() -> None:
    out = StringIO()
    call_command("bench", "motion", "--throttle", "1", stdout=out)
    heading, *lines = out.getvalue().splitlines()
    assert heading.split()[0] == "motion"
    assert [line.split()[0] for line in lines] == [
        "show",
        "scout",
        "both",
        "my-show",
        "my-scout",
        "turn",
        "two",
    ]
    assert all(int(line.split()[1]) > 1 for line in lines)
