"""Tests of one place, and samples of what is too much to test each time."""

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests import sample
from tests.places import ROOT, folders_for, places


@pytest.mark.parametrize(
    ("place", "tests"),
    [
        ("games/lobby", ["tests/lobby", "tests/pages/lobby"]),
        ("games/lobby/", ["tests/lobby", "tests/pages/lobby"]),
        ("games/lobby/opening.py", ["tests/lobby", "tests/pages/lobby"]),
        ("games/pages/table", ["tests/pages/table"]),
        ("games/pages", ["tests/pages"]),
        ("accounts", ["tests/accounts"]),
        ("accounts/guests/lifetime.py", ["tests/accounts"]),
        ("scoutsite", ["tests/site"]),
        ("scoutsite/benchmarks", ["tests/site"]),
        ("tests/api/test_moves.py", ["tests/api/test_moves.py"]),
    ],
)
def test_a_place_has_its_tests(place: str, tests: list[str]) -> None:
    assert folders_for(place) == tests


@pytest.mark.parametrize("place", ["", "nowhere", "games", "games/words", "docs"])
def test_of_a_place_without_tests_it_is_said_which_have_some(place: str) -> None:
    asked = [sys.executable, str(ROOT / "tests" / "places.py"), *([place] if place else [])]
    told = subprocess.run(asked, capture_output=True, check=False, text=True)
    assert (told.returncode, told.stdout) == (1, "")
    assert "Places with tests: accounts, scoutsite, games/admin" in told.stderr
    assert "Traceback" not in told.stderr


def test_every_place_that_is_offered_has_tests() -> None:
    assert len(places()) > 15
    assert all(folders_for(place) for place in places())


@pytest.fixture
def asked_anew() -> Iterator[None]:
    """A process otherwise asks once."""
    sample.sample.cache_clear()
    yield
    sample.sample.cache_clear()


@pytest.mark.usefixtures("asked_anew")
def test_the_same_sample_is_drawn_for_the_same_word(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    for word in ("0123456789ab", "0123456789ab", "ba9876543210"):
        monkeypatch.setenv("SAMPLE", word)
        sample.sample.cache_clear()
        assert sample.sample() == word
        drawn.append(sample.chance("anything").random())
    assert drawn[0] == drawn[1] != drawn[2]


@pytest.mark.usefixtures("asked_anew")
def test_without_a_commit_the_sample_is_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SAMPLE", raising=False)
    monkeypatch.setenv("PATH", "")
    assert sample.sample() == "fixed"
    assert not sample.is_whole()
