"""What the deals of a look-ahead tell is measured, and told on the page."""

from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from games.bots.search import BY_DEALS
from games.management import by_players, deals

DOCS = Path(settings.BASE_DIR) / "docs"


def test_the_page_shows_the_figures_that_were_kept() -> None:
    kept = by_players.read(DOCS / "deals.json")
    _, _, after = (DOCS / "bots.md").read_text().partition(deals.BEGIN)
    assert after.partition(deals.END)[0].strip() == deals.as_table(kept)
    assert [*kept] == ["2", "3", "4", "5"]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_deals_tell_less_than_they_promise(players: int) -> None:
    pytest.importorskip("numba", reason="install the development requirements: numba is missing")
    from games.bots.fast.measuring_deals import told_by_deals
    from games.bots.value.network import load

    few = BY_DEALS[players]._replace(deals=4, turns=1)
    told = told_by_deals(players, load(players), few, decisions=160, seed=1)
    assert 160 <= told.decisions < 170
    assert told == told_by_deals(players, load(players), few, decisions=160, seed=1, threads=2)
    assert told.by_net[0] + told.by_deals[0] == pytest.approx(1.0, abs=0.5)
    assert told.by_deals[0] < 1.0


@pytest.mark.slow
def test_the_command_writes_what_it_measured(tmp_path: Path) -> None:
    pytest.importorskip("numba", reason="install the development requirements: numba is missing")
    (tmp_path / "bots.md").write_text(f"# Bots\n{deals.BEGIN}\n{deals.END}\n")
    words = ("bot_figures", "--deals", "2", "--rounds=16", f"--folder={tmp_path}")
    call_command(*words, stderr=StringIO())
    found = by_players.read(tmp_path / "deals.json")
    assert found["2"]["decisions"] >= 16
    assert deals.as_table(found) in (tmp_path / "bots.md").read_text()
    told = (tmp_path / "bots.md").stat().st_mtime_ns
    call_command(*words, "--missing", stderr=StringIO())
    assert (tmp_path / "bots.md").stat().st_mtime_ns == told
