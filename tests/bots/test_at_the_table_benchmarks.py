"""Figures of the bots that anyone can measure again."""

from contextlib import nullcontext
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.bots.registry import AHEAD, FIRST, LEVELS
from games.bots.sources import behaviour_digest
from games.management import bot_sources, figures
from games.management.positions import answers
from games.models import StoredReview
from games.play.thinking import MOVE_SECONDS
from games.rules.moves import Show
from scoutsite.benchmarks import bots, reviews
from scoutsite.benchmarks.waits import measure_waits
from tests.bots.swapping import swap

DOCS = settings.BASE_DIR / "docs"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_moves_of_an_expert_at_random_positions_are_legal_and_in_time(players: int) -> None:
    found = answers("expert", players, 150)
    assert (found.moves, found.illegal) == (150, 0)
    assert 0 < found.median <= found.p95 <= found.slowest < 1000 * MOVE_SECONDS


def test_an_illegal_move_is_found_and_fails_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    swap(monkeypatch, "expert", lambda view, chance: Show(0, 99))
    out = StringIO()
    words = ("--bot", "expert", "random", "--moves", "80", "--waits", "0")
    with pytest.raises(SystemExit):
        call_command("bench", "bots", *words, stdout=out)
    of_expert, of_random, _nothing = out.getvalue().split("\n\n")
    assert of_random.splitlines()[-1].startswith("None illegal; ")
    heading, _columns, *lines, verdict = of_expert.splitlines()
    assert heading == "expert at random positions"
    assert verdict.startswith("80 illegal; ")
    assert [line.split()[:3] for line in lines] == [[str(n), "20", "20"] for n in (2, 3, 4, 5)]


@pytest.mark.parametrize("seconds", [0.0, 1e6])
def test_moves_that_take_longer_than_the_site_allows_fail_the_command(
    monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    monkeypatch.setattr(bots, "MOVE_SECONDS", seconds)
    out = StringIO()
    words = ("--bot", "random", "--moves", "80", "--waits", "0")
    if seconds:
        call_command("bench", "bots", *words, stdout=out)
        assert "None illegal" in out.getvalue()
        assert "within the 1e+06 s allowed" in out.getvalue()
    else:
        with pytest.raises(SystemExit):
            call_command("bench", "bots", *words, stdout=out)
        assert "longer than the 0 s allowed" in out.getvalue()


@pytest.mark.django_db(transaction=True)
def test_the_wait_for_a_round_of_bots_is_measured_over_the_real_services() -> None:
    found = measure_waits(players=3, level="easy", waits=3)
    assert found.waits == 3
    assert 0 < found.median <= found.worst


@pytest.mark.django_db(transaction=True)
def test_bots_answer_while_reviews_are_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "own_database", lambda _name: nullcontext())
    out = StringIO()
    call_command("bench", "reviews", "--reviews", "5", "--waits", "3", stdout=out)
    _heading, before, during = (line.split() for line in out.getvalue().splitlines())
    assert (before[:2], during[:2]) == (["0", "3"], ["5", "3"])
    assert StoredReview.objects.count() == 5


def measured(folder: Path, *words: str) -> str:
    options = ("--rounds", "4", "--processes", "1", "--folder", str(folder))
    call_command("bot_figures", *words, *options, stderr=StringIO())
    return (folder / "bots.md").read_text()


def test_the_table_is_measured_line_by_line_and_written_into_the_page(tmp_path: Path) -> None:
    (tmp_path / "bots.md").write_text((DOCS / "bots.md").read_text())
    page = measured(tmp_path, "easy:random:2")
    before, table, after = page.partition("| *easy* | *random* | 2 | 4 |")
    assert before.startswith("# The bots")
    assert table
    assert "## Hints" in after
    assert "| *easy* | *random* | 3 |" not in page
    both = measured(tmp_path, "easy:random:3")
    assert both.count("| *easy* | *random* |") == 2
    assert measured(tmp_path, "easy:random:3", "--missing") == both
    with pytest.raises(CommandError, match="no match"):
        measured(tmp_path, "easy:genius:3")


def test_what_was_measured_with_other_bots_counts_as_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bots.md").write_text((DOCS / "bots.md").read_text())
    measured(tmp_path, "easy:random:2")
    measured(tmp_path, "easy:random:3")
    kept = figures.read(tmp_path / "bots.json")
    match = figures.matches()["easy:random:2"]
    assert figures.is_current(match, kept["easy:random:2"])
    assert not figures.is_current(match, kept["easy:random:3"])
    assert not figures.is_current(match, None)
    figures.write(
        tmp_path / "bots.json",
        tmp_path / "bots.md",
        kept | {"easy:random:2": replace(kept["easy:random:2"], bots="older", won=0.123)},
    )
    assert "12.3%" in (tmp_path / "bots.md").read_text()
    words = ("easy:random:2", "easy:random:3", "--missing")
    assert "12.3%" not in measured(tmp_path, *words)
    again = figures.read(tmp_path / "bots.json")
    assert [(line.won, line.bots) for line in again.values()] == [
        (line.won, line.bots) for line in kept.values()
    ]


def test_the_digest_of_a_bot_covers_its_sources_and_its_parameters(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def digests() -> list[str]:
        return [bot_sources.digest_of((name,), 4) for name in names]

    names = [*LEVELS, AHEAD, FIRST]
    before = digests()
    assert len({*before}) == len(names)
    found = set[str]()
    bot_sources._collect("games.bots.expert", found)
    assert {"games.bots.expert", "games.bots.unseen", "games.bots.value.features"} <= found
    found.clear()
    bot_sources._collect("games.bots.expert_ahead", found)
    assert {"games.bots.expert", "games.bots.fast.ahead", "games.bots.value.hands"} <= found
    changed = tmp_path / "4.npz"
    changed.write_bytes(b"other parameters")
    monkeypatch.setattr(bot_sources, "parameter_file", lambda players, folder: changed)
    after = digests()
    assert [one == other for one, other in zip(before, after, strict=True)] == [
        name not in ("expert", AHEAD, FIRST) for name in names
    ]


def test_the_digest_of_a_source_covers_what_it_does_and_not_its_wording(tmp_path: Path) -> None:
    def digest(text: str) -> bytes:
        (tmp_path / "bot.py").write_text(text)
        return behaviour_digest(tmp_path / "bot.py")

    plain = digest("ALWAYS = None\n\ndef choose(view):\n    return 'first'\n")
    assert plain == digest(
        '"""A bot."""\n\nALWAYS = None  # so far\n"""What it plays."""\n\n'
        "def choose(view):\n    # The first will do.\n"
        '    """Choose the first."""\n\n    return "first"\n'
    )
    assert plain != digest("ALWAYS = None\n\ndef choose(view):\n    return 'last'\n")
    assert plain != digest("ALWAYS = 0\n\ndef choose(view):\n    return 'first'\n")
    assert plain != digest("ALWAYS = None\n\ndef choose(seen):\n    return 'first'\n")


def test_the_digest_of_a_source_does_not_depend_on_how_an_import_is_written(
    tmp_path: Path,
) -> None:
    package = tmp_path / "games" / "bots"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()

    def digest(text: str) -> bytes:
        (package / "bot.py").write_text(text)
        return behaviour_digest(package / "bot.py")

    full = digest("from games.bots import easy\nfrom games.rules.cards import deck\n")
    assert full == digest("from ..rules.cards import deck\nfrom . import easy\n")
    assert full != digest("from ..rules.cards import deck\nfrom . import steady\n")


def test_the_page_shows_the_figures_that_were_kept() -> None:
    page, kept = (DOCS / "bots.md").read_text(), figures.read(DOCS / "bots.json")
    shown = page.partition(figures.BEGIN)[2].partition(figures.END)[0]
    assert shown.strip() == figures.as_table(kept)
    assert set(kept) == set(figures.matches())
    assert min(line.rounds for line in kept.values()) >= 1000


def test_every_level_is_measured_at_every_number_of_players() -> None:
    measured = {(match.bot, match.players) for match in figures.matches().values()}
    bots = {AHEAD, *(name for name, level in LEVELS.items() if level.goals)}
    assert measured == {(bot, n) for bot in bots for n in (2, 3, 4, 5)}
