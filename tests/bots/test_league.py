"""A league rates many bots by how they fare against each other."""

import json
from collections import Counter
from io import StringIO
from math import log10
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.bots.arena import DealResult, PlayedGame
from games.bots.league import league_table, ratings_of, tables
from games.rules.records import check_line


def league(*words: str) -> str:
    out = StringIO()
    call_command("league", *words, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_stronger_bots_are_rated_higher(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    words = ("steady", "random", "easy", "--players", "2", "--games", "6", "--json")
    shown: dict[str, Any] = json.loads(league(*words, "--records", str(kept)))
    assert [bot["name"] for bot in shown["bots"]] == ["steady", "easy", "random"]
    assert sum(bot["rating"] for bot in shown["bots"]) == pytest.approx(3 * 1500)
    assert all(bot["within"] > 0 for bot in shown["bots"])
    lines = kept.read_text().splitlines()
    assert len(lines) == shown["games"]
    assert [check_line(line)["ok"] for line in lines] == [True] * len(lines)


def test_the_table_names_every_bot() -> None:
    shown = league("random", "easy", "pip", "tilly", "otto", "--games", "1").splitlines()
    assert shown[0] == "8 games of 4 players"
    assert {line.split()[0] for line in shown[2:]} == {"random", "easy", "pip", "tilly", "otto"}


def test_every_bot_sits_as_often_and_meets_others() -> None:
    names = [f"bot {number}" for number in range(7)]
    seated = tables(names, 4, 20, seed=1)
    sat = Counter(name for table in seated for name in table)
    assert set(sat.values()) <= {20, 21}
    assert all(len(set(table)) == 4 for table in seated)
    assert {(one, other) for table in seated for one in table for other in table} == {
        (one, other) for one in names for other in names
    }
    assert seated == tables(names, 4, 20, seed=1)
    assert seated != tables(names, 4, 20, seed=2)


def test_ratings_are_the_odds_of_more_points() -> None:
    """From many games the one that is drawn with nobody does not show."""
    ratings = ratings_of(["a", "b"], {("a", "b"): 7500.0, ("b", "a"): 2500.0})
    assert ratings["a"] - ratings["b"] == pytest.approx(400 * log10(3), abs=0.2)
    assert ratings["a"] + ratings["b"] == pytest.approx(3000)


def test_who_never_loses_has_a_rating_too() -> None:
    ratings = ratings_of(["a", "b"], {("a", "b"): 10.0, ("b", "a"): 0.0})
    assert 1500 < ratings["a"] < 3000


def test_ratings_count_whom_one_has_met() -> None:
    """Both win half of their games, one of them against stronger bots."""
    won = {("strong", "a"): 5, ("a", "strong"): 5, ("weak", "b"): 5, ("b", "weak"): 5}
    won |= {("strong", "weak"): 9, ("weak", "strong"): 1}
    ratings = ratings_of(["strong", "weak", "a", "b"], won)
    assert ratings["strong"] > ratings["weak"] + 100
    assert ratings["a"] > ratings["b"] + 100


def test_a_tie_counts_half() -> None:
    result = DealResult({"a": 1.0, "b": 1.0}, {}, {"a": 0.5, "b": 0.5}, 2)
    result.played = [PlayedGame(("a", "b"), (4, 4)), PlayedGame(("b", "a"), (3, 3))]
    table = league_table([result])
    assert [bot.rating for bot in table.bots] == [1500, 1500]
    assert [bot.within for bot in table.bots] == [0, 0]
    assert table.games == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("easy", "easy"), "each bot has one name"),
        (("easy", "random", "--players", "3"), "needs 3 bots or more"),
        (("easy", "random", "--games", "0"), "at least one deal"),
        (("easy", "nobody", "--games", "1"), "There is no bot nobody"),
        (("easy", "random", "--players", "6"), "2 to 5 players, not 6"),
    ],
)
def test_what_cannot_be_a_league_is_refused(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        league(*words)
