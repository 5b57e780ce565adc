"""fill makes many finished games that are as good as played ones."""

from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.management.filling import games as filled_games
from games.management.filling.originals import kept_lines, play_missing
from games.management.rebuilding import rebuild_everybody
from games.models import (
    Audience,
    DayEntry,
    DayScore,
    Game,
    GameStatus,
    GameSummary,
    HeadToHead,
    Move,
    PlayerStatistics,
    Rating,
    RatingChange,
    Seat,
    SeatResult,
    SeatSummary,
)
from games.people.name_keys import name_key
from games.rules.records import check_line
from tests.management.conftest import Fill

pytestmark = pytest.mark.django_db(transaction=True)

PROJECTIONS: list[Any] = [
    *(GameSummary, SeatSummary, SeatResult, PlayerStatistics, HeadToHead, Rating, RatingChange),
]


def _rows(*tables: Any) -> list[list[dict[str, Any]]]:
    """Without keys that count up."""
    return [
        sorted(
            (
                {name: value for name, value in row.items() if name != "id"}
                for row in table._default_manager.values()
            ),
            key=str,
        )
        for table in tables
    ]


def test_made_games_are_whole_and_rebuild_changes_nothing_in_them(fill: Fill) -> None:
    assert "14 made games of 12 made players" in fill(14)
    out = StringIO()
    call_command("verify_log", stdout=out, stderr=StringIO())
    assert out.getvalue().startswith("14 of 14 games are intact.\n")
    before = _rows(*PROJECTIONS)
    assert all(before)
    finished = GameSummary.objects.filter(status=GameStatus.FINISHED).count()
    assert DayEntry.objects.count() == finished
    assert sum(DayScore.objects.values_list("count", flat=True)) == finished
    call_command("rebuild", stdout=StringIO(), stderr=StringIO())
    assert _rows(*PROJECTIONS) == before


def test_an_original_is_used_again_under_other_names_and_dates_with_seals_of_its_own(
    fill: Fill,
) -> None:
    fill(14)
    one, other = (Game.objects.get(public_id=filled_games.address_of(number)) for number in (3, 10))
    assert one.commitment == other.commitment
    assert abs(one.created_at - other.created_at) > timedelta(days=30)
    moves = [list(Move.objects.filter(game=game).order_by("version")) for game in (one, other)]
    assert [(row.seat, row.type, row.to) for row in moves[0]] == [
        (row.seat, row.type, row.to) for row in moves[1]
    ]
    assert not {row.mac for row in moves[0]} & {row.mac for row in moves[1]}
    names = [
        set(Seat.objects.filter(game=game).values_list("name", flat=True)) for game in (one, other)
    ]
    assert names[0] != names[1]


def test_a_run_that_was_stopped_is_taken_up_again(
    fill: Fill, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = filled_games.write_games
    batches: list[Any] = []

    def write_two_batches(numbers: Any, plan: Any) -> None:
        if len(batches) == 2:
            raise KeyboardInterrupt
        batches.append(numbers)
        write(numbers, plan)

    with monkeypatch.context() as patch:
        patch.setattr(filled_games, "write_games", write_two_batches)
        with pytest.raises(KeyboardInterrupt):
            fill(12)
    kept = set(Game.objects.values_list("pk", "public_id"))
    assert len(kept) == 8
    fill(12)
    assert kept < set(Game.objects.values_list("pk", "public_id"))
    assert filled_games.numbers_there() == set(range(12))
    # Nothing is left to do, and a second run changes nothing.
    before = _rows(Game, *PROJECTIONS)
    fill(12)
    assert _rows(Game, *PROJECTIONS) == before


def test_a_file_that_ends_in_half_an_original_is_taken_up_before_it(tmp_path: Path) -> None:
    path = tmp_path / "originals.jsonl"
    list(play_missing(path, count=2, seed=1, processes=1))
    whole = path.read_bytes()
    assert all(check_line(line) == {"ok": True} for line in whole.splitlines())
    path.write_bytes(whole[:-100])
    assert len(kept_lines(path)) == 1
    assert len(list(play_missing(path, count=2, seed=1, processes=1))) == 1
    assert path.read_bytes() == whole


def test_made_players_are_known_by_their_names_and_can_be_reached_by_nobody(fill: Fill) -> None:
    fill(4)
    people = get_user_model().objects.all()
    assert len(people) == 12
    for user in people:
        assert user.username.endswith(" (made)")
        assert user.name_key == name_key(user.username)
        assert user.email == ""
        assert not user.has_usable_password()


def test_all_games_are_over_within_two_years_and_rated_only_among_people(fill: Fill) -> None:
    fill(14)
    now = timezone.now()
    for game in Game.objects.select_related("summary").prefetch_related("seats"):
        assert game.summary.status == "finished"
        assert now - timedelta(days=733) < game.created_at < game.summary.changed_at < now
        people = [seat for seat in game.seats.all() if not seat.bot]
        assert all(seat.user_id is not None for seat in people)
        assert not game.rated or len(people) == game.players
        assert (game.audience == Audience.OWN) == (len(people) == 1)


def test_numbers_that_make_no_sense_are_refused(fill: Fill) -> None:
    with pytest.raises(CommandError):
        fill(0)


def test_the_last_step_says_how_far_it_has_come_also_where_there_is_no_terminal(
    fill: Fill, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill(14)
    capsys.readouterr()
    rated = Game.objects.filter(rated=True).count()
    # As if each step took more than a minute.
    monkeypatch.setattr("games.management.progress.SECONDS_BETWEEN_LINES", 0)
    rebuild_everybody()
    lines = capsys.readouterr().err.splitlines()
    assert any(line.startswith("Statistics of players: 5 of 12 [##########....") for line in lines)
    assert any(line.startswith(f"Games rated: 1 of {rated} [") for line in lines)
    assert lines[-1].startswith(f"Games rated: {rated} of {rated} [####")
