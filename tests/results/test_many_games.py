"""Lists of finished games come in pages, and read only the games they show."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.archive.finished import ON_A_PAGE, archive_of
from games.lobby.lists import FINISHED_ON_A_PAGE, my_games
from games.models import Game, Seat, SeatResult, SeatSummary
from games.results.profiles import player_named
from tests.results.finished import finished, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def games() -> list[Game]:
    """A game of Maya and Bruno by invitation, and fifty more on other days."""
    first = finished("Maya", "Bruno")
    return [first, *(_again(first, number) for number in range(1, 51))]


def _again(game: Game, number: int) -> Game:
    seats = list(game.seats.select_related("summary", "result").order_by("number"))
    summary = Game.objects.get(pk=game.pk).summary
    copy = Game.objects.create(
        name=f"Game {number}", players=2, audience="invitation", created_at=game.created_at
    )
    ended_at = datetime(2026, 5, 1, tzinfo=UTC) + timedelta(days=number)
    summary.pk, summary.changed_at = copy.pk, ended_at
    summary.save(force_insert=True)
    for seat in seats:
        told, result = seat.summary, seat.result
        seat.pk, seat.game, seat.over_at = None, copy, ended_at
        seat.save()
        told.pk = seat.pk
        told.save(force_insert=True)
        result.seat_id, result.game_id, result.ended_at = seat.pk, copy.pk, ended_at
        result.save(force_insert=True)
    return copy


def test_my_finished_games_come_in_pages_the_latest_first(games: list[Game]) -> None:
    latest = [game.pk for game in reversed(games)]
    pages = [my_games(user=player("Maya"), page=number).finished for number in (1, 2, 3)]
    assert [seat.game_id for page in pages for seat in page.seats] == latest
    assert [(page.has_previous, page.has_next) for page in pages] == [
        (False, True),
        (True, True),
        (True, False),
    ]
    # There is no page after the last or before the first.
    for number in (4, 10**30):
        beyond = my_games(user=player("Maya"), page=number).finished
        assert (beyond.number, beyond.seats) == (3, pages[2].seats)
    assert my_games(user=player("Maya"), page=0).finished.seats == pages[0].seats
    assert my_games(user=player("Tom"), page=9).finished.seats == []


def test_a_game_that_i_left_is_not_mine_any_more_and_a_voided_one_is(games: list[Game]) -> None:
    left = Seat.objects.get(game=games[-1], number=0)
    SeatSummary.objects.filter(seat=left).update(left=True)
    games[-2].summary.status = "voided"
    games[-2].summary.save()
    shown = my_games(user=player("Maya")).finished.seats
    assert shown[0].game == games[-2]
    assert len(shown) == FINISHED_ON_A_PAGE


@pytest.mark.usefixtures("nothing_counted")
def test_my_games_look_at_an_index_and_not_at_all_i_ever_played(games: list[Game]) -> None:
    if connection.vendor != "sqlite":
        return  # PostgreSQL plans by what it knows of a table, and so small a one it reads whole
    over = Seat.objects.filter(user=player("Maya"), over_at__isnull=False)
    assert "games_seats_over" in over.order_by("-over_at", "-pk")[:20].explain()
    in_play = Seat.objects.filter(user=player("Maya"), over_at__isnull=True)
    assert "games_seats_in_play" in in_play.explain()


def test_others_see_open_games_and_those_they_sat_in_page_by_page(games: list[Game]) -> None:
    open_ones = [game.pk for number, game in enumerate(games) if number % 2]
    SeatResult.objects.filter(game__in=open_ones).update(open=True)
    everything = [game.pk for game in reversed(games)]
    for name, told in (("Maya", everything), ("Bruno", everything), ("Tom", open_ones[::-1])):
        seen, before = [], None
        while True:
            page = archive_of(player=player("Maya"), viewer=player(name), before=before)
            seen += [row.game.pk for row in page.results]
            if page.older is None:
                break
            assert len(page.results) == ON_A_PAGE
            before = page.older
        assert seen == told, name


@pytest.mark.usefixtures("nothing_counted")
def test_an_archive_costs_a_stranger_nothing_for_games_that_are_not_told_of(
    games: list[Game],
) -> None:
    SeatResult.objects.filter(game=games[0]).update(open=True)
    with CaptureQueriesContext(connection) as queries:
        page = archive_of(player=player("Maya"), viewer=player("Tom"))
    assert [row.game.pk for row in page.results] == [games[0].pk]
    told = next(query["sql"] for query in queries if "seatresult" in query["sql"])
    assert "EXISTS" not in told
    if connection.vendor == "sqlite":
        rows = SeatResult.objects.filter(user=player("Maya"), open=True, finished=True)
        assert "games_open_results_of_a_user" in rows.order_by("-ended_at", "-seat_id").explain()


def test_a_player_is_found_by_the_key_of_the_name_alone() -> None:
    maya = player("Maya")
    User.objects.create(username="guest-abc", is_guest=True)
    for name in ("Maya", "MAYA", "maya"):
        with CaptureQueriesContext(connection) as queries:
            assert player_named(name) == maya
        assert len(queries) == 1
        assert "UPPER" not in queries[0]["sql"]
    assert player_named("guest-abc") is None
    assert player_named("Nobody") is None
    assert Client().get("/players/mAYA/").status_code == 200
