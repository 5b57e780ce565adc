"""Statistics and ratings follow from the logs of games, and from nothing else."""

from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import append_chair_event, replay
from games.models import (
    Actor,
    ChairEvent,
    Game,
    HeadToHead,
    PlayerStatistics,
    RatedOpponent,
    Rating,
    RatingChange,
    RatingsDue,
    SeatResult,
)
from games.play.chairs import leave
from games.play.conclusion import conclude
from games.results import rating_steps
from games.results.companies import company_of, person_key
from games.results.rating_reading import Place
from games.results.statistics import sum_up
from games.tasks import rate_again
from games.upkeep.ownership import let_go, move_games
from tests.results.finished import finished, player, table
from tests.tables import play_on

pytestmark = pytest.mark.django_db

TABLES = (SeatResult, PlayerStatistics, HeadToHead, Rating, RatingChange)


def rows(*tables: Any) -> list[list[dict[str, Any]]]:
    """Without keys."""
    found = []
    for each in tables or TABLES:
        values = list(each._default_manager.values())
        found.append(sorted(({**row, "id": 0} for row in values), key=repr))
    return found


def rated(name: str) -> dict[str, Any]:
    """Without its key, too."""
    (row,) = Rating.objects.filter(user=player(name)).values()
    return {**row, "id": 0}


def some_games() -> list[Game]:
    games = [
        finished("Maya", "Bruno", rated=True, day=3),
        finished("Maya", "Ilse", rated=True, day=1),
        finished("Bruno", bots=1, day=2),
    ]
    gone = table("Ilse", "Bruno", rated=True)
    leave(game_id=gone.pk, seat=1)
    play_on(gone)
    return games


def test_rebuild_changes_nothing_and_makes_lost_rows_again() -> None:
    games = some_games()
    before = rows()
    assert all(before)
    _ratings_go_on_from_each_other()
    call_command("rebuild", games[1].public_id, verbosity=0)
    assert rows() == before
    for each in TABLES:
        each._default_manager.all().delete()
    call_command("rebuild", verbosity=0)
    assert rows() == before


def _ratings_go_on_from_each_other() -> None:
    """In the order of games' ends, however entered."""
    known: dict[int | None, tuple[float, float]] = {}
    for change in RatingChange.objects.order_by("ended_at", "game_id", "seat__number"):
        was = known.get(change.user_id)
        assert was is None or was == (change.mu_before, change.sigma_before)
        known[change.user_id] = (change.mu, change.sigma)
    assert known == {row.user_id: (row.mu, row.sigma) for row in Rating.objects.all()}


def test_a_game_that_is_voided_later_counts_no_more() -> None:
    finished("Maya", "Bruno", rated=True, day=1)
    without = rows()
    late = finished("Maya", "Bruno", rated=True, day=0)
    assert rows() != without
    void(late)
    assert rows() == without


def void(game: Game) -> None:
    log = replay(game)
    log = append_chair_event(log, 0, ChairEvent.VOID, actor=Actor.MODERATOR, now=log.changed_at)
    conclude(game, log)


def test_what_follows_a_game_that_is_voided_late_is_rated_again_bit_by_bit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    late = finished("Bruno", "Maya", rated=True)
    opponents = ("Ilse", "Tom", "Maya", "Nora")
    for day, name in enumerate(opponents, start=1):
        finished("Bruno", name, rated=True, day=day)
    nora = rated("Nora")
    # Here this few games already take too long at once.
    monkeypatch.setattr(rating_steps, "GAMES_AT_ONCE", 1)
    void(late)
    # Results and statistics are right at once; ratings that take longer stay as they were.
    assert not SeatResult.objects.filter(game=late).exists()
    assert PlayerStatistics.objects.get(user=player("Bruno")).tally["games"] == len(opponents)
    assert RatingsDue.objects.get().players == 2
    assert rated("Nora") == nora
    assert "Rating, 2 players" in Client().get("/players/Nora/").content.decode()
    # A game that ends meanwhile is rated in its turn.
    finished("Maya", "Nora", rated=True, day=9)
    rate_again()
    assert not RatingsDue.objects.exists()
    assert Rating.objects.get(user=player("Bruno")).games == len(opponents)
    after = rows()
    assert rated("Nora") != nora
    monkeypatch.undo()
    call_command("rebuild", verbosity=0)
    assert rows() == after


def test_a_worker_that_stops_leaves_the_rest_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [finished("Maya", "Bruno", rated=True, day=day) for day in range(4)]
    monkeypatch.setattr(rating_steps, "GAMES_AT_ONCE", 1)
    monkeypatch.setattr("games.tasks._RATING_SECONDS", -1)
    void(games[0])
    for left in (True, True, False):
        assert RatingsDue.objects.exists() == left
        rate_again()
    after = rows()
    call_command("rebuild", verbosity=0)
    assert rows() == after


def test_ratings_are_the_same_however_many_are_made_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    some_games()
    before = rows()
    monkeypatch.setattr(rating_steps, "GAMES_AT_ONCE", 1)
    call_command("rebuild", verbosity=0)
    assert rows() == before


def test_rebuild_takes_back_what_a_result_did_that_should_not_be_there() -> None:
    some_games()
    stray = table("Maya", "Tom", rated=True)
    before = rows()
    for seat in stray.seats.all():
        SeatResult.objects.create(
            seat=seat,
            game=stray,
            user=seat.user,
            players=2,
            among_people=True,
            open=False,
            # Before all others: it changes what they did to the ratings, too.
            ended_at=datetime(2025, 1, 1, tzinfo=UTC),
            finished=True,
            score=0,
            place=1 + seat.number,
            left=False,
            won=0,
            rated=True,
            charged=False,
            nobody_gains=False,
            company=company_of(person_key(one.user_id, None) for one in stray.seats.all()),
            tally={"games": 1},
        )
    first = Place(2, datetime(2025, 1, 1, tzinfo=UTC), stray.pk)
    rating_steps.rate_some(first)
    sum_up(user_ids=[player("Maya").pk, player("Tom").pk])
    assert all(now != then for now, then in zip(rows(), before, strict=True))
    call_command("rebuild", stray.public_id, verbosity=0)
    assert rows() == before


def test_rebuild_takes_back_what_a_game_did_to_ratings_that_does_not_count() -> None:
    games = some_games()
    before = rows()
    RatingChange.objects.filter(game=games[0]).update(game=games[2])
    assert any("although it is not rated" in line for line in figures_that_are_wrong())
    call_command("rebuild", games[2].public_id, games[0].public_id, verbosity=0)
    assert figures_that_are_wrong() == []
    assert rows() == before


def figures_that_are_wrong(*games: str) -> list[str]:
    """What verify_log finds."""
    out = StringIO()
    try:
        call_command("verify_log", *games, stdout=out, stderr=StringIO())
    except SystemExit:
        return out.getvalue().splitlines()
    return []


@pytest.mark.parametrize(
    ("table", "changed", "said"),
    [
        (PlayerStatistics, {"tally": {"games": 9}}, "the statistics with 2 players, among people"),
        (HeadToHead, {"ahead": 9}, "the games against user"),
        (Rating, {"mu": 9.5}, "the rating with 2 players"),
        (Rating, {"listed": True}, "the rating with 2 players"),
        (Rating, {"people": 7}, "the rating with 2 players"),
        (Rating, {"provisional": False}, "the rating with 2 players"),
        (RatingChange, {"mu": 9.5}, "the rating change of seat 0 is wrong in mu"),
        (RatingChange, None, "the rating change of seat 0 is missing"),
        (PlayerStatistics, None, "the statistics with 2 players, among people"),
    ],
)
def test_verify_log_finds_figures_that_do_not_follow_from_the_games(
    table: Any, changed: dict[str, Any] | None, said: str
) -> None:
    game = finished("Maya", "Bruno", rated=True)
    other = finished("Maya", "Ilse", rated=True, day=1)
    assert figures_that_are_wrong() == figures_that_are_wrong(game.public_id) == []
    row = table.objects.filter(user=player("Bruno"))
    if said.startswith("the rating change"):
        row = table.objects.filter(game=game, seat__number=0)
    if changed is None:
        row.delete()
    else:
        row.update(**changed)
    whose = game.public_id if said.startswith("the rating change") else "Bruno"
    for found in (figures_that_are_wrong(), figures_that_are_wrong(game.public_id)):
        assert [line for line in found if line.startswith(f"{whose}: {said}")], found
    if whose == "Bruno":
        assert figures_that_are_wrong(other.public_id) == []


def test_verify_log_finds_people_who_are_not_known_to_have_met() -> None:
    finished("Maya", "Bruno", rated=True)
    RatedOpponent.objects.filter(change__user=player("Bruno")).delete()
    assert figures_that_are_wrong()[-1].startswith("Bruno: the people met")
    call_command("rebuild", verbosity=0)
    assert figures_that_are_wrong() == []


def test_verify_log_finds_a_rating_that_is_nobodys() -> None:
    finished("Maya", "Bruno", rated=True)
    let_go(user=player("Bruno"), name="Former player")
    assert figures_that_are_wrong() == []
    Rating.objects.filter(user=None).update(games=7)
    found = figures_that_are_wrong()
    assert found[-1].startswith("A deleted account: the rating with 2 players")


def test_who_deletes_the_account_still_counts_for_the_others() -> None:
    some_games()
    ratings = rows(Rating)[0]
    bruno = player("Bruno")
    let_go(user=bruno, name="Former player")
    bruno.delete()
    assert not PlayerStatistics.objects.filter(user=bruno.pk).exists()
    assert not HeadToHead.objects.filter(opponent=bruno.pk).exists()
    before = rows()
    call_command("rebuild", verbosity=0)
    assert rows() == before
    figures = [(row["mu"], row["sigma"]) for row in ratings]
    assert sorted((row.mu, row.sigma) for row in Rating.objects.all()) == sorted(figures)


def test_the_games_of_a_guest_come_along_to_an_account() -> None:
    guest = User.objects.create(username="guest-abc", is_guest=True)
    game = create_game(user=guest, terms=Terms(players=2, bots={1: "easy"}))
    play_on(game)
    assert PlayerStatistics.objects.get(user=guest).tally["games"] == 1
    maya = player("Maya")
    move_games(source=guest, target=maya)
    assert PlayerStatistics.objects.get(user=maya).tally["games"] == 1
    assert not PlayerStatistics.objects.filter(user=guest).exists()
    before = rows()
    call_command("rebuild", verbosity=0)
    assert rows() == before
