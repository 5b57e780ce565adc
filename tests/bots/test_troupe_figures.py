"""The troupe's figures on the page are those that were measured."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from games.bots.arena import DealResult
from games.bots.company import troupe as company
from games.bots.styles import Tally, style_of
from games.management import promises, troupe, troupe_sources

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


def test_the_ratings_that_the_site_shows_are_those_that_were_measured() -> None:
    kept = troupe.read(DOCS / "troupe.json")
    shown = json.loads((settings.BASE_DIR / "games/bots/company/ratings.json").read_text())
    assert shown == troupe.ratings(kept)
    assert [*shown] == [*troupe.NAMES]


def test_a_figure_belongs_to_its_characters_and_to_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys = troupe.all_keys()
    before = {key: troupe_sources.digest_of_key(key) for key in keys}
    otto = company.OTTO._replace(likes=company.OTTO.likes._replace(tens=1.0))
    monkeypatch.setitem(troupe_sources._THINKING, "otto", otto)
    changed = {key for key in keys if troupe_sources.digest_of_key(key) != before[key]}
    assert changed == {key for key in keys if "otto" in key or key == "gentle"}
    renamed = company.OTTO._replace(line="is somebody else.")
    monkeypatch.setitem(troupe_sources._THINKING, "otto", renamed)
    assert {key: troupe_sources.digest_of_key(key) for key in keys} == before
    assert troupe.is_current("gentle", {"bots": before["gentle"]})
    assert not troupe.is_current("gentle", {"won": 0.3})
    assert not troupe.is_current("gentle", None)


def test_a_step_is_ticked_within_its_bounds_and_an_order_that_is_clear() -> None:
    marks = [promises.step_mark(step, 40, 4) for step in (149, 150, 250, 251)]
    assert marks == ["", " ✓", " ✓", ""]
    marks = [promises.step_mark(step, 40, 2) for step in (41, 40, -39, -40)]
    assert marks == [" ✓", " unclear", " unclear", ""]


@pytest.mark.parametrize(("tens", "apart"), [(4.0, False), (5.1, False), (5.3, True)])
def test_a_style_is_ticked_if_it_lies_apart_from_the_others(tens: float, apart: bool) -> None:
    styles = {name: {"turns it keeps a 10": 4.0} for name in troupe.NAMES}
    styles["otto"] = {"turns it keeps a 10": tens}
    assert promises.stands_apart("otto", styles) == apart
    del styles["ada"]["turns it keeps a 10"]
    assert not promises.stands_apart("otto", styles)


def test_every_character_has_a_figure_of_its_own() -> None:
    assert [*promises.OWN] == [*troupe.NAMES]
    assert len({*promises.OWN.values()}) == len(troupe.NAMES)
    assert {heading for heading, _ in promises.OWN.values()} <= {*style_of(Tally())}
