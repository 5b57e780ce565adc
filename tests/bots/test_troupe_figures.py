"""The troupe's figures on the page are those that were measured."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from games.bots.arena import DealResult
from games.management import troupe

DOCS = Path(settings.BASE_DIR) / "docs"


def test_the_page_shows_the_figures_that_were_kept() -> None:
    kept = troupe.read(DOCS / "troupe.json")
    _, _, after = (DOCS / "bots.md").read_text().partition(troupe.BEGIN)
    assert after.partition(troupe.END)[0].strip() == troupe.as_tables(kept)
    assert {*kept} <= {*troupe.all_keys()}
    assert troupe.ratings(kept)


def test_a_step_is_the_odds_against_one_opponent() -> None:
    assert troupe.elo(0.25, 4) == pytest.approx(0)
    assert troupe.elo(10 / 11, 2) == pytest.approx(400)


def test_ratings_add_up_the_steps_and_one_of_them_is_fixed() -> None:
    found = {f"{upper}:{lower}:4": {"elo": 100} for lower, upper in troupe.NEIGHBOURS}
    rated = troupe.ratings(found)
    assert [*rated] == [*troupe.NAMES]
    assert rated[troupe.ANCHOR] == troupe.ANCHORED
    assert rated["ada"] - rated["pip"] == 700


def test_a_newcomer_plays_in_the_arena_by_the_rules() -> None:
    seen: list[DealResult] = []

    def follow(results: Iterator[DealResult], deals: int, what: str) -> list[DealResult]:
        seen.extend(results)
        return seen

    found = troupe._first_table(1, 0, 1, follow)
    assert found["rounds"] == 4
    assert sum(seen[0].wins.values()) == pytest.approx(1)
