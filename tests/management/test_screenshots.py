"""Pictures of the real pages, in prepared positions."""

import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.log.store import load_state
from games.management import camera, staging
from games.rules.cards import card_names
from games.rules.legal import legal_moves
from games.rules.moves import ScoutAndShow, Show


def test_a_missing_browser_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    with pytest.raises(CommandError, match="apt-get install chromium"):
        call_command("screenshots", folder=tmp_path / "pictures")
    assert not (tmp_path / "pictures").exists()


def test_a_missing_package_is_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    with pytest.raises(CommandError, match=r"pip install -r requirements-dev\.txt"):
        call_command("screenshots", folder=tmp_path)


@pytest.mark.django_db
def test_the_positions_are_the_same_each_time() -> None:
    for prepare in (
        staging.four_players,
        staging.five_players,
        staging.two_players,
        staging.choosing,
        staging.after_a_round,
        staging.finished,
    ):
        one, other = (load_state(prepare()) for _ in range(2))
        assert one == other


@pytest.mark.django_db
def test_the_player_is_on_with_all_kinds_of_turns() -> None:
    state = load_state(staging.four_players())
    assert state.round is not None
    assert state.to_act == (0,)
    assert card_names(state.round.active) == ["7/6", "7/9"]
    kinds = {type(move) for move in legal_moves(state.round, 0)}
    assert {Show, ScoutAndShow} <= kinds
    assert load_state(staging.finished()).over


@pytest.mark.slow
@pytest.mark.browser
def test_pictures_are_taken_in_both_sizes_and_schemes(tmp_path: Path) -> None:
    call_command("screenshots", folder=tmp_path, only="table")
    assert {file.name for file in tmp_path.iterdir()} == {
        f"table-{width}-{scheme}.png" for width, _ in camera.SIZES for scheme in camera.SCHEMES
    }
    for file in tmp_path.iterdir():
        assert file.read_bytes().startswith(b"\x89PNG\r\n")
        assert 10_000 < file.stat().st_size < 100_000
