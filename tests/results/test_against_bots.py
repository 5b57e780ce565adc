"""A rating against bots alone, on the bots' own scale, for the person's own eyes."""

from math import log10
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.archive.own_data import statistics_of
from games.bots.company.ratings import RATINGS
from games.models import Game, Seat, SeatResult, SeatSummary
from games.results.against_bots import LATEST, LEAST, rating_against_bots
from games.results.bot_strength import MIDDLE, Against, estimate
from games.upkeep.ownership import move_games
from games.upkeep.rebuild import rebuild
from tests.tables import bot_game, play_on

ALL_PLACES_OF_FOUR = [(-1, -1, -1), (1, -1, -1), (1, 1, -1), (1, 1, 1)]

NEITHER = ("among_people", "open", "left", "rated", "charged", "nobody_gains")


def game_won(*ratings: float) -> list[Against]:
    return [Against(each, -5) for each in ratings]


def game_lost(*ratings: float) -> list[Against]:
    return [Against(each, 5) for each in ratings]


def test_nobody_known_is_expected_in_the_middle() -> None:
    assert estimate([]) == pytest.approx(MIDDLE, abs=1)
    assert min(RATINGS.values()) < MIDDLE < max(RATINGS.values())


@pytest.mark.parametrize("won", [0.1, 0.5, 0.9])
def test_the_odds_against_one_bot_are_those_that_bots_were_measured_by(won: float) -> None:
    # So many games that what was expected before weighs nothing.
    games = 4000
    wins = round(games * won)
    played = [game_won(1000)] * wins + [game_lost(1000)] * (games - wins)
    assert estimate(played) == pytest.approx(1000 + 400 * log10(won / (1 - won)), abs=5)


def test_somebody_as_strong_as_three_bots_takes_each_place_as_often() -> None:
    places = [[Against(1000, sign) for sign in signs] for signs in ALL_PLACES_OF_FOUR]
    assert estimate(places * 1000) == pytest.approx(1000, abs=5)
    assert estimate([[Against(1000, 0)] * 3] * 4000) == pytest.approx(1000, abs=5)


def test_each_place_counts_and_stronger_bots_count_for_more() -> None:
    first = [Against(800, -1), Against(1200, -2), Against(1600, -3)]
    second = [Against(800, -1), Against(1200, -2), Against(1600, 1)]
    last = [Against(800, 1), Against(1200, 2), Against(1600, 3)]
    shared = [Against(800, -1), Against(1200, -2), Against(1600, 0)]
    by_place = [estimate([game] * 5) for game in (last, second, shared, first)]
    assert by_place == sorted(set(by_place))
    assert estimate([game_won(1600)] * 5) > estimate([game_won(800)] * 5)
    assert estimate([game_lost(1600)] * 5) > estimate([game_lost(800)] * 5)


def test_whoever_always_wins_or_loses_stays_on_the_scale() -> None:
    assert estimate([game_won(*[1800] * 3)] * 40) < 3000
    assert estimate([game_lost(*[350] * 3)] * 40) > -1000


def over(user: User, *bots: str, ahead: int = 1, **changed: object) -> None:
    """Write what is kept of a finished game: ``user`` is ``ahead`` of each bot."""
    players = len(bots) + 1
    game = Game.objects.create(players=players, created_at=timezone.now())
    for number, bot in enumerate(["", *bots]):
        owner = None if bot else user
        seat = Seat.objects.create(game=game, number=number, user=owner, bot=bot)
        score = 0 if bot else ahead
        SeatSummary.objects.create(seat=seat, score=score, to_act=False, winner=False)
        if owner:
            result: dict[str, Any] = dict.fromkeys(NEITHER, False)
            result |= {"finished": True, "place": 1, "won": 0, "tally": {}}
            result |= {"ended_at": timezone.now()}
            SeatResult.objects.create(
                seat=seat, game=game, user=user, players=players, score=score, **result | changed
            )


@pytest.mark.django_db
def test_it_is_known_from_the_fifth_game_on_for_guests_too() -> None:
    guest = new_guest()
    for _ in range(LEAST - 1):
        over(guest, "pip")
    assert rating_against_bots(guest) == (LEAST - 1, None)
    over(guest, "expert")
    games, rating = rating_against_bots(guest)
    assert games == LEAST
    assert rating is not None


@pytest.mark.django_db
def test_games_with_bots_of_unknown_strength_or_with_people_do_not_count() -> None:
    guest = new_guest()
    over(guest, "random")
    over(guest, "pip", "random")
    for reason in ("among_people", "left", "charged"):
        over(guest, "pip", **{reason: True})
    over(guest, "pip", finished=False)
    assert rating_against_bots(guest).games == 0
    over(guest, "pip", "expert")
    over(guest, "easy", "steady")
    assert rating_against_bots(guest).games == 2


@pytest.mark.django_db
def test_it_follows_the_latest_games_in_two_queries(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    guest = new_guest()
    for _ in range(LEAST):
        over(guest, "juno", ahead=-7)
    with django_assert_num_queries(2):
        games, rating = rating_against_bots(guest)
    assert games == LEAST
    assert rating is not None
    assert rating < RATINGS["juno"]
    for _ in range(LATEST):
        over(guest, "juno", ahead=7)
    with django_assert_num_queries(2):
        games, rating = rating_against_bots(guest)
    assert games == LATEST
    assert rating is not None
    assert rating > RATINGS["juno"] + 300


@pytest.mark.django_db
def test_a_game_counts_from_its_end_on_and_rebuilding_changes_nothing() -> None:
    game = bot_game(players=2)
    Seat.objects.filter(game=game, number=1).update(bot="ada")
    user = game.seats.get(number=0).user
    assert user is not None
    assert rating_against_bots(user).games == 0
    play_on(game, level="expert")
    assert rating_against_bots(user).games == 1
    for _ in range(LEAST):
        over(user, "otto")
    before = rating_against_bots(user)
    rebuild(game_id=game.pk)
    assert rating_against_bots(user) == before


@pytest.mark.django_db
def test_it_goes_where_the_games_go_and_is_in_the_own_data() -> None:
    guest, maya = new_guest(), User.objects.create_user("Maya")
    for _ in range(LEAST):
        over(guest, "otto")
    before = rating_against_bots(guest)
    move_games(source=guest, target=maya)
    assert rating_against_bots(guest).games == 0
    assert rating_against_bots(maya) == before
    told = statistics_of(user=maya)["against_bots"]
    assert told == {"games": LEAST, "rating": before.rating}
