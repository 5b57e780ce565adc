"""Ratings: fair, explained, and the same to the last digit in any order of events."""

from datetime import timedelta

import pytest

from games.log.store import load
from games.models import Actor, Game, Rating, RatingChange, SeatResult
from games.play.move import enter_move
from games.results.rating_model import NEW, Skill, rated, shown
from games.results.rating_reading import Place
from games.results.ratings import make_all_due, recompute_from, work_off
from tests.play.test_simultaneous import at_once
from tests.results.finished import finished, player, table
from tests.tables import ends_the_game, next_move, play_on


def test_everyone_starts_at_1500_and_is_uncertain() -> None:
    assert shown(NEW) == (1500, 400)


def test_who_comes_out_ahead_gains_what_the_others_lose_and_all_become_surer() -> None:
    after = rated([NEW] * 4, [2, 1, 4, 3])
    order = sorted(range(4), key=lambda seat: -after[seat].mu)
    assert order == [1, 0, 3, 2]
    assert sum(skill.mu for skill in after) == pytest.approx(4 * NEW.mu)
    assert all(skill.sigma < NEW.sigma for skill in after)


def test_equal_places_are_worth_the_same_and_a_seat_is_worth_nothing() -> None:
    after = rated([NEW] * 4, [1, 1, 3, 4])
    assert after[0] == after[1]
    skills = [Skill(28, 4), Skill(22, 3), Skill(25, 8)]
    there = rated(skills, [1, 2, 2])
    back = rated(skills[::-1], [2, 2, 1])[::-1]
    for one, other in zip(there, back, strict=True):
        assert one == pytest.approx(other)


@pytest.mark.django_db
def test_games_that_are_not_rated_change_no_rating() -> None:
    finished("Maya", "Bruno")
    assert not Rating.objects.exists()
    assert not RatingChange.objects.exists()


@pytest.mark.django_db
def test_a_game_rates_by_places_with_its_number_of_players_alone() -> None:
    game = finished("Maya", "Bruno", rated=True)
    results = SeatResult.objects.filter(game=game).order_by("seat__number")
    after = rated([NEW, NEW], [each.place for each in results])
    ratings = {row.user_id: row for row in Rating.objects.filter(players=2)}
    assert len(ratings) == Rating.objects.count() == 2
    for each, skill in zip(results, after, strict=True):
        row = ratings[each.user_id]
        assert (row.mu, row.sigma, row.games, row.listed) == (*skill, 1, False)


@pytest.mark.django_db
def test_many_ratings_are_computed_again_to_the_last_digit_from_any_place() -> None:
    last = finished("Maya", "Bruno", rated=True)
    rows = list(SeatResult.objects.filter(game=last))
    seats = {row.seat_id: row.seat for row in rows}
    for number in range(1, 15):
        game = Game.objects.create(
            name="", players=2, audience="open", rated=True, created_at=last.created_at
        )
        for row in rows:
            seat = seats[row.seat_id]
            seat.pk, seat.game = None, game
            seat.save()
            SeatResult.objects.create(
                seat=seat,
                game=game,
                user_id=row.user_id,
                players=2,
                among_people=True,
                open=True,
                ended_at=row.ended_at + timedelta(days=number),
                finished=True,
                score=(number + seat.number) % 2,
                place=2 - (number + seat.number) % 2,
                left=False,
                won=0,
                rated=True,
                charged=False,
                nobody_gains=False,
                company=row.company,
                tally={},
            )
            seats[row.seat_id] = seat
    make_all_due()
    list(work_off())
    columns = ("seat_id", "number", "people", "weight", "mu_before", "mu", "sigma")
    before = list(RatingChange.objects.order_by("pk").values_list(*columns))
    assert len(before) == 30
    # Enough games, but against one person.
    assert {(row.listed, row.provisional) for row in Rating.objects.all()} == {(False, True)}
    fifth = SeatResult.objects.order_by("ended_at")[10]
    recompute_from(Place(2, fifth.ended_at, fifth.game_id))
    assert list(RatingChange.objects.order_by("pk").values_list(*columns)) == before
    assert {(row.games, row.people) for row in Rating.objects.all()} == {(15, 1)}


@pytest.mark.django_db(transaction=True)
def test_games_of_one_player_that_end_at_the_same_moment_are_both_counted() -> None:
    games = [table("Maya", name, rated=True) for name in ("Bruno", "Ilse", "Tom")]
    for game in games:
        play_on(game, until=ends_the_game)

    at_once(3, lambda number: play_one(games[number]))
    maya = Rating.objects.get(user=player("Maya"))
    assert maya.games == 3
    columns = ("seat_id", "number", "mu", "sigma")
    before = list(RatingChange.objects.order_by("pk").values_list(*columns))
    make_all_due()
    list(work_off())
    assert list(RatingChange.objects.order_by("pk").values_list(*columns)) == before


def play_one(game: Game) -> None:
    state = load(game).state
    seat, move = next_move(state)
    enter_move(game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=Actor.PLAYER)
