"""What a result is worth to those who once farmed, escaped and slept."""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.log.store import load
from games.models import (
    Game,
    HeadToHead,
    Ledger,
    PlayerStatistics,
    Rating,
    RatingChange,
    RatingsDue,
    SeatResult,
)
from games.play.chairs import leave, take_back
from games.play.clock import void_abandoned
from games.play.ending import agree_to_end
from games.results.figures import figures_of
from games.results.rating_model import NEW, sure
from games.results.ratings import worked_out_anew_at
from games.rules.game import GameState
from games.tasks import rate_again
from games.upkeep.ownership import let_go
from tests.logs import Until
from tests.pages.seats import put_bot_on, summary
from tests.results.finished import START, finished, player, table
from tests.results.test_rebuilding import figures_that_are_wrong, rows, void
from tests.tables import play_on

pytestmark = pytest.mark.django_db


def in_round(number: int) -> Until:
    return lambda state: state.round_number == number


def assert_all_follows_from_the_logs() -> None:
    assert figures_that_are_wrong() == []
    before = rows()
    Ledger.objects.update(recounted_to=0)
    for each in (SeatResult, PlayerStatistics, HeadToHead, RatingChange, Rating):
        each._default_manager.all().delete()
    rate_again()
    assert rows() == before
    assert figures_that_are_wrong() == []


def change_of(game: Game, name: str) -> RatingChange | None:
    return RatingChange.objects.filter(game=game, user=player(name)).first()


def test_second_accounts_that_leave_in_the_first_round_gain_their_farmer_nothing() -> None:
    for number in range(10):
        with time_machine.travel(START + timedelta(hours=number), tick=False):
            game = table("Maya", f"Second {number}", rated=True)
            leave(game_id=game.pk, seat=1)
            play_on(game)
        assert change_of(game, "Maya") is None
        left = change_of(game, f"Second {number}")
        assert left is not None
        assert left.charged
        assert left.mu < NEW.mu
    assert not Rating.objects.filter(user=player("Maya")).exists()
    # In statistics, the chair counts as before.
    assert PlayerStatistics.objects.get(user=player("Maya")).tally["games"] == 10
    assert_all_follows_from_the_logs()


def test_whoever_leaves_later_is_charged_and_the_others_are_rated_by_their_points() -> None:
    game = table("Maya", "Bruno", "Ilse", rated=True)
    play_on(game, until=in_round(1))
    leave(game_id=game.pk, seat=1)
    play_on(game)
    left = change_of(game, "Bruno")
    assert left is not None
    assert left.charged
    results = {row.user_id: row for row in SeatResult.objects.filter(game=game)}
    stayed = [player("Maya").pk, player("Ilse").pk]
    ratings = {row.user_id: row.mu for row in Rating.objects.all()}
    assert left.mu < min(ratings[one] for one in stayed)
    by_points = sorted(stayed, key=lambda one: results[one].score)
    assert ratings[by_points[0]] <= ratings[by_points[1]]
    assert_all_follows_from_the_logs()


def test_whoever_sleeps_takes_the_last_place_whatever_the_chair_won() -> None:
    game = table("Maya", "Bruno", rated=True)
    put_bot_on(game, 1)
    play_on(game)
    slept, awake = change_of(game, "Bruno"), change_of(game, "Maya")
    assert slept is not None
    assert awake is not None
    assert (slept.charged, awake.charged) == (True, False)
    assert slept.mu < NEW.mu < awake.mu
    assert_all_follows_from_the_logs()


def test_two_who_sleep_gain_nothing_from_each_other() -> None:
    game = table("Maya", "Bruno", rated=True)
    put_bot_on(game, 0)
    play_on(game, until=in_round(1))
    take_back(game_id=game.pk, seat=0)
    put_bot_on(game, 1)
    play_on(game)
    for change in RatingChange.objects.filter(game=game):
        assert change.charged
        assert change.mu < NEW.mu, "no draw among the last"
    assert_all_follows_from_the_logs()


def test_whoever_ends_a_game_that_all_others_left_has_left_it_too() -> None:
    game = table("Maya", "Bruno", rated=True)
    play_on(game, until=in_round(1))
    leave(game_id=game.pk, seat=1)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    against_bots = table("Maya", bots=1)
    agree_to_end(game_id=against_bots.pk, seat=0, agrees=True)
    assert RatingChange.objects.get(game=game, user=player("Maya")).charged
    tallies = PlayerStatistics.objects.filter(user=player("Maya")).values_list("tally", flat=True)
    assert [tally["left"] for tally in tallies] == [1, 1]
    assert_all_follows_from_the_logs()


def test_ending_a_game_unfinished_does_not_save_whoever_had_left_it() -> None:
    before = finished("Maya", "Bruno", "Ilse", rated=True)
    known = {row.user_id: (row.mu, row.games) for row in Rating.objects.all()}
    with time_machine.travel(START + timedelta(days=1), tick=False):
        game = table("Maya", "Bruno", "Ilse", rated=True)
        play_on(game, until=in_round(1))
        leave(game_id=game.pk, seat=1)
        for seat in (0, 2):
            agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    assert load(game).chairs.voided
    charged = change_of(game, "Bruno")
    assert charged is not None
    assert charged.charged
    assert charged.weight == 1 / 2
    assert charged.mu < known[player("Bruno").pk][0]
    for name in ("Maya", "Ilse"):
        rating = Rating.objects.get(user=player(name))
        assert (rating.mu, rating.games) == known[player(name).pk]
    # Nothing else tells of the game: it was not finished.
    assert SeatResult.objects.get(game=game).user == player("Bruno")
    bruno = PlayerStatistics.objects.get(user=player("Bruno")).tally
    assert (bruno["games"], bruno["left"], bruno["rounds"]) == (2, 1, 4)
    assert set(HeadToHead.objects.values_list("games", flat=True)) == {1}
    client = Client()
    client.force_login(player("Bruno"))
    archive = client.get("/players/Bruno/games/").content.decode()
    assert before.public_id in archive
    assert game.public_id not in archive
    assert_all_follows_from_the_logs()


def test_the_last_to_leave_is_charged_like_those_before() -> None:
    game = table("Maya", "Bruno", rated=True)
    play_on(game, until=in_round(1))
    for seat in (0, 1):
        leave(game_id=game.pk, seat=seat)
    assert load(game).chairs.voided
    changes = RatingChange.objects.filter(game=game)
    assert [(each.charged, each.mu < NEW.mu) for each in changes] == [(True, True)] * 2
    assert_all_follows_from_the_logs()


def test_the_clock_that_ends_an_abandoned_game_charges_who_had_left_alone() -> None:
    game = table("Maya", "Bruno", "Ilse", rated=True)
    leave(game_id=game.pk, seat=2)
    for seat in (0, 1):
        put_bot_on(game, seat)
    later = summary(game).changed_at + timedelta(days=400)
    assert void_abandoned(game_id=game.pk, now=later)
    assert RatingChange.objects.get(game=game).user == player("Ilse")
    assert_all_follows_from_the_logs()


def test_a_moderator_who_voids_a_game_takes_everything_back() -> None:
    finished("Maya", "Bruno", rated=True)
    before = rows()
    game = table("Maya", "Bruno", rated=True)
    leave(game_id=game.pk, seat=1)
    play_on(game)
    assert change_of(game, "Bruno")
    void(game)
    assert rows() == before
    running = table("Maya", "Bruno", rated=True)
    leave(game_id=running.pk, seat=1)
    void(running)
    assert rows() == before


@pytest.mark.slow
def test_the_nth_game_within_thirty_days_of_the_same_people_counts_one_nth() -> None:
    days = {0: 1.0, 1: 1 / 2, 29: 1 / 3, 30: 1 / 4, 32: 1 / 3, 90: 1.0}
    for day, weight in days.items():
        game = finished("Maya", "Bruno", rated=True, day=day)
        # From another seat, it is the same company.
        game_of_others = finished("Bruno", "Ilse", rated=True, day=day)
        for each in (game, game_of_others):
            found = set(RatingChange.objects.filter(game=each).values_list("weight", flat=True))
            assert found == {weight}, day
    assert_all_follows_from_the_logs()


def test_the_same_people_are_the_same_when_an_account_is_gone() -> None:
    finished("Maya", "Bruno", "Ilse", rated=True)
    running = table("Maya", "Bruno", "Ilse", rated=True)
    with time_machine.travel(START + timedelta(days=1), tick=False):
        play_on(running, until=in_round(1))
        bruno = player("Bruno")
        leave(game_id=running.pk, seat=1)
        let_go(user=bruno, name="Former player")
        bruno.delete()
        play_on(running)
    changes = RatingChange.objects.filter(game=running)
    assert [(row.weight, row.number, row.people) for row in changes] == [(1 / 2, 2, 2)] * 3
    assert_all_follows_from_the_logs()


def test_a_rating_is_listed_after_ten_games_against_five_people() -> None:
    names = ("Bruno", "Ilse", "Tom", "Nora")
    for day in range(12):
        finished("Maya", names[day % 4], rated=True, day=day)
    maya = Rating.objects.get(user=player("Maya"))
    assert (maya.games, maya.people, maya.listed, maya.provisional) == (12, 4, False, True)
    finished("Maya", "Pia", rated=True, day=12)
    maya.refresh_from_db()
    assert (maya.games, maya.people, maya.listed, maya.provisional) == (13, 5, True, False)
    assert maya.sure == sure(NEW._replace(mu=maya.mu, sigma=maya.sigma))
    pia = Rating.objects.get(user=player("Pia"))
    assert (pia.games, pia.people, pia.listed, pia.provisional) == (1, 1, False, True)


def test_a_game_against_bots_that_one_left_counts_as_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.results.tallies.shares_of", lambda _totals, _left: [60, 0])
    for day in range(4):
        finished("Maya", bots=1, day=day)
    fifth = table("Maya", bots=1)
    play_on(fifth, until=in_round(1))
    leave(game_id=fifth.pk, seat=0)
    tally = PlayerStatistics.objects.get(user=player("Maya")).tally
    figures = figures_of(tally)
    assert (figures.games, figures.won, tally["left"]) == (5, 0.8, 1)
    # The round finished before counts, as in any game.
    assert figures.rounds == 9
    assert_all_follows_from_the_logs()


def test_a_friendly_game_that_ends_unfinished_counts_for_those_who_had_left() -> None:
    game = table("Maya", "Bruno", "Ilse")
    leave(game_id=game.pk, seat=1)
    for seat in (0, 2):
        agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    counted = PlayerStatistics.objects.values_list("user__username", "tally")
    assert list(counted) == [("Bruno", {"games": 1, "left": 1})]
    assert not RatingChange.objects.exists()
    assert_all_follows_from_the_logs()


def test_an_update_counts_earlier_games_anew_and_says_when_all_ratings_were() -> None:
    game = table("Maya", "Bruno", "Ilse", rated=True)
    leave(game_id=game.pk, seat=1)
    for seat in (0, 2):
        agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    asleep = table("Maya", "Bruno", rated=True)
    put_bot_on(asleep, 1)
    play_on(asleep)
    after = rows()
    assert worked_out_anew_at() is None
    # As an older version left it.
    SeatResult.objects.filter(game=game).delete()
    SeatResult.objects.update(charged=False, company=None)
    PlayerStatistics.objects.filter(players=3).delete()
    RatingChange.objects.all().delete()
    Ledger.objects.update(recounted_to=0, rating_anew=True)
    for players in (2, 3):
        RatingsDue.objects.create(players=players, ended_at=START - timedelta(999), game_id=0)
    assert figures_that_are_wrong() == []
    with time_machine.travel(START + timedelta(days=999), tick=False):
        rate_again()
    assert rows() == after
    assert worked_out_anew_at() == START + timedelta(days=999)


def test_the_end_of_a_rated_game_costs_the_same_after_any_number_of_games() -> None:
    costs = []
    for day in range(0, 12, 2):
        finished("Maya", "Bruno", rated=True, day=day)
        game = table("Maya", "Bruno", rated=True)
        play_on(game, until=_almost_over)
        with (
            time_machine.travel(START + timedelta(days=day + 1), tick=False),
            CaptureQueriesContext(connection) as queries,
        ):
            play_on(game)
        costs.append(len(queries))
    assert costs[1:] == [costs[1]] * 5


def _almost_over(state: GameState) -> bool:
    return len(state.results) == state.players - 1


def test_whoever_leaves_after_the_offer_to_end_is_not_charged_and_whoever_left_before_is() -> None:
    game = table("Maya", "Bruno", "Ilse", "Tom", rated=True)
    play_on(game, until=in_round(1))
    leave(game_id=game.pk, seat=1)
    agree_to_end(game_id=game.pk, seat=0, agrees=True)
    leave(game_id=game.pk, seat=2)
    agree_to_end(game_id=game.pk, seat=3, agrees=True)
    assert load(game).chairs.voided
    assert RatingChange.objects.get(game=game).user == player("Bruno")
    assert_all_follows_from_the_logs()
