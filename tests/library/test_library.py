"""The library can be installed by itself, and its page tells the truth."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from games.learning.actions import SCOUTS, SCOUTS_AND_SHOWS, SHOWS
from games.learning.observation import PARTS, SIZE, places_of
from tests.site.environment import ROOT

LIBRARY = ROOT / "library"
PAGE = (ROOT / "docs" / "library.md").read_text()
EXAMPLE = ROOT / "docs" / "examples" / "two_bots.py"
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
NEEDS_MORE = re.compile("import (env|numpy)")
BIN = Path(sys.executable).parent
WITHOUT = """
import sys
from importlib.util import find_spec
import nextact_scout
assert not any(find_spec(name) for name in ("django", "numpy", "numba", "games"))
for name in ("expert", "ada", "expert+ahead"):
    assert name not in nextact_scout.bots()
    try:
        nextact_scout.choose_move(name, nextact_scout.view_for(
            nextact_scout.deal(nextact_scout.new_game(2),
            nextact_scout.deal_round(bytes(32), "", 2, 0)), 0), 1)
    except ImportError as error:
        assert "NumPy" in str(error)
    else:
        raise AssertionError(name)
"""


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def built(source: Path, target: Path, kind: str) -> Path:
    """A distribution, built with what is installed: no network."""
    run(BIN / "hatchling", "build", "-t", kind, "-d", target, cwd=source)
    (found,) = target.iterdir()
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(LIBRARY, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python with the library, and without anything else."""
    folder = tmp_path_factory.mktemp("bare")
    run(BIN / "uv", "venv", "--offline", "--python", sys.executable, "venv", cwd=folder)
    python = folder / "venv" / "bin" / "python"
    run(BIN / "uv", "pip", "install", "--offline", "--python", python, wheel, cwd=folder)
    return python


def test_it_is_the_code_of_the_site_file_by_file(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        for room in ("rules", "bots", "learning"):
            ours = {
                f"nextact_scout/{path.relative_to(ROOT / 'games')}": path.read_bytes()
                for path in (ROOT / "games" / room).rglob("*")
                if path.is_file() and "__pycache__" not in path.parts
            }
            theirs = [
                name for name in packed.namelist() if name.startswith(f"nextact_scout/{room}/")
            ]
            assert {name: packed.read(name) for name in theirs} == ours
        assert not [name for name in packed.namelist() if "__pycache__" in name]


def test_a_wheel_of_its_source_distribution_is_the_same(wheel: Path, tmp_path: Path) -> None:
    source = built(LIBRARY, tmp_path / "sdist", "sdist")
    with tarfile.open(source) as packed:
        packed.extractall(tmp_path, filter="data")
    again = built(tmp_path / source.name.removesuffix(".tar.gz"), tmp_path / "again", "wheel")
    assert again.read_bytes() == wheel.read_bytes()


def test_two_bots_play_where_there_is_nothing_but_the_library(bare: Path, tmp_path: Path) -> None:
    assert re.fullmatch(
        r"\{'steady': -?\d+, 'easy': -?\d+\}\n", run(bare, "-I", EXAMPLE, cwd=tmp_path)
    )
    run(bare, "-I", "-c", WITHOUT, cwd=tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("program", [each for each in PROGRAMS if not NEEDS_MORE.search(each)])
def test_the_page_s_plain_programs_run(program: str, bare: Path, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(program)
    run(bare, "-I", "program.py", cwd=tmp_path)
    for kept in tmp_path.glob("*.jsonl"):
        said = run(sys.executable, ROOT / "manage.py", "verify_records", kept, cwd=ROOT)
        assert set(said.splitlines()) == {'{"ok": true}'}


@pytest.mark.slow
@pytest.mark.parametrize("program", [each for each in PROGRAMS if NEEDS_MORE.search(each)])
def test_the_page_s_programs_that_learn_run(program: str, tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="install the development requirements: numba is missing")
    assert run(sys.executable, "-c", program, cwd=tmp_path, PYTHONPATH=str(LIBRARY)) == ""


def test_the_example_is_that_of_the_page() -> None:
    body = EXAMPLE.read_text().partition('"""\n\n')[2]
    assert body.replace(", strict=True", "") == PROGRAMS[0]
    assert PROGRAMS[0] in (LIBRARY / "README.md").read_text()
    assert len([line for line in PROGRAMS[0].splitlines() if line]) == 10


def test_the_page_s_tables_are_those_of_the_code() -> None:
    parts = re.findall(r"^\| ([a-z ]+) \| (\d+) \| (\d+) × (\d+) \|", PAGE, flags=re.MULTILINE)
    assert [
        (name, int(first), int(rows), int(columns)) for name, first, rows, columns in parts
    ] == [(part.name, places_of(part.name).start, part.rows, part.columns) for part in PARTS]
    assert f"{SIZE:,} numbers" in PAGE
    firsts = re.findall(r"^\| [a-z ]+ \| (\d+) \| (?:`flip`|\d+ \+)", PAGE, flags=re.MULTILINE)
    assert [int(first) for first in firsts] == [0, SHOWS, SCOUTS, SCOUTS_AND_SHOWS]
