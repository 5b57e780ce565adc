"""Each level is clearly stronger than the one below."""

import pytest

from tests.bots.test_arena import match


def test_easy_beats_random_clearly() -> None:
    shown = match("easy", "random", "random", "--games", "6")
    assert (shown["players"], shown["games"]) == (3, 18)
    easy, random = shown["bots"]
    assert (easy["name"], easy["seats"], random["name"], random["seats"]) == (
        ("easy", 1, "random", 2)
    )
    assert easy["margin_interval"][0] > 0
    assert easy["margin"] == pytest.approx(-random["margin"])
    assert easy["win_share"] + random["win_share"] == pytest.approx(1)
    for bot in (easy, random):
        assert bot["interval"][0] <= bot["points_per_round"] <= bot["interval"][1]
        assert 0 < bot["ms_median"] <= bot["ms_p95"]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_steady_beats_easy_clearly(players: int) -> None:
    steady, _ = match("steady", *["easy"] * (players - 1), "--games", "20")["bots"]
    assert steady["margin_interval"][0] > 1
    assert steady["win_share"] > 1 / players


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_expert_beats_steady(players: int) -> None:
    """In few games; docs/bots.md has many."""
    expert, _ = match("expert", *["steady"] * (players - 1), "--games", "20")["bots"]
    assert expert["margin"] > 0.2
    assert expert["win_share"] > 1 / players
