"""The figures of experts among experts on the page are those that were measured."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.management import by_players, experts

DOCS = Path(settings.BASE_DIR) / "docs"

REACHED: dict[str, Any] = {
    "deals": 10,
    "gains": [0.65, 0.2],
    "ahead": [1.0, 0.2],
    "loses": [-0.45, 0.2],
    "answered": [-0.1, 0.2],
    "positions": 1000,
    "slope": 1.01,
    "off": [0.1, -0.2, 0.15],
}


def test_the_page_shows_the_figures_that_were_kept() -> None:
    kept = by_players.read(DOCS / "experts.json")
    _, _, after = (DOCS / "bots.md").read_text().partition(experts.BEGIN)
    assert after.partition(experts.END)[0].strip() == experts.as_table(kept)
    assert [*kept] == ["2", "3", "4", "5"]
    assert all(found["deals"] >= 1000 and found["positions"] >= 100_000 for found in kept.values())


@pytest.mark.parametrize(
    ("changes", "ticks"),
    [
        ({}, 6),
        ({"gains": [0.65, 0.3]}, 5),
        ({"ahead": [1.0, 0.3]}, 5),
        ({"loses": [-0.45, 0.3]}, 5),
        ({"answered": [-0.1, 0.26]}, 5),
        ({"slope": 1.06}, 5),
        ({"off": [0.1, -0.201]}, 5),
    ],
)
def test_a_figure_is_ticked_if_its_whole_interval_reaches_the_goal(
    changes: dict[str, Any], ticks: int
) -> None:
    line = experts.as_table({"4": REACHED | changes}).splitlines()[-1]
    assert line.count("✓") == ticks


@pytest.mark.slow
def test_the_command_measures_what_is_missing_and_keeps_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba", reason="install the development requirements: numba is missing")
    monkeypatch.setattr(experts, "POSITIONS", 400)
    (tmp_path / "bots.md").write_text(f"# Bots\n{experts.BEGIN}\n{experts.END}\n")
    kept = {"3": REACHED | {"bots": experts.digest(3)}}
    experts.write(tmp_path / "experts.json", tmp_path / "bots.md", kept)
    words = (
        "bot_figures",
        "--experts",
        "3",
        "2",
        "--missing",
        "--rounds=8",
        f"--folder={tmp_path}",
    )
    call_command(*words, stderr=StringIO())
    found = by_players.read(tmp_path / "experts.json")
    assert found["3"] == kept["3"]
    assert (found["2"]["deals"], len(found["2"]["off"])) == (8, 10)
    assert found["2"]["positions"] >= experts.POSITIONS
    assert experts.as_table(found) in (tmp_path / "bots.md").read_text()
    with pytest.raises(CommandError, match="no figure 6"):
        call_command("bot_figures", "--experts", "6", f"--folder={tmp_path}")
