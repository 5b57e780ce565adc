"""What reviews say of a player."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.archive.own_data import statistics_of
from games.models import Game, GameStatus, GameSummary, Seat, SeatReview
from games.review.asking import ask_for_game
from games.review.figures import FEWEST, LATEST, figures_of
from games.review.working import work_out
from tests.accounts.people import account
from tests.pages.page import Page
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def maya() -> User:
    return account("Maya")


def finished(user: User) -> Game:
    game = people_game(2)
    Seat.objects.filter(game=game, number=0).update(user=user)
    play_on(game, level="steady")
    return game


def noted(game: Game, rounds: int, given_away: float, **kinds: list[float]) -> None:
    seat = game.seats.get(number=0)
    numbers = sum(int(number) for number, _lost in kinds.values())
    SeatReview.objects.create(
        seat=seat, rounds=rounds, decisions=numbers, given_away=given_away, kinds=kinds
    )


def test_without_a_reviewed_game_there_are_none(maya: User) -> None:
    finished(maya)
    assert figures_of(maya) is None
    assert "Points given away" not in Page(Client().get("/players/Maya/")).text


def test_games_are_averaged_by_round_and_kinds_by_decision(maya: User) -> None:
    first, second = finished(maya), finished(maya)
    noted(first, 2, 6.0, show=[FEWEST, 1.0], scout=[FEWEST - 1, 5.0])
    found = figures_of(maya)
    assert found is not None
    assert (found.a_round, found.best, found.weakest) == (3.0, None, None)
    noted(second, 4, 12.0, show=[2, 0.5], scout=[1, 2.0], orient=[FEWEST, 9.5])
    Seat.objects.filter(game=second).update(over_at=timezone.now() + timedelta(days=1))
    found = figures_of(maya)
    assert found is not None
    assert found.a_round == 3.0
    assert [game.a_round for game in found.games] == [3.0, 3.0]
    assert (found.best, found.weakest) == ("show", "orient")
    page = Page(Client().get("/players/Maya/"))
    assert "From 2 reviewed games." in page.text
    assert "best at Show" in page.text or "Show best at" in page.text


def test_a_voided_game_no_longer_counts(maya: User) -> None:
    game = finished(maya)
    work_out(ask_for_game(game.pk).pk)
    assert figures_of(maya) is not None
    GameSummary.objects.filter(game=game).update(status=GameStatus.VOIDED)
    assert figures_of(maya) is None


def test_own_data_hold_what_was_found_of_oneself_alone(maya: User) -> None:
    game = finished(maya)
    work_out(ask_for_game(game.pk).pk)
    (told,) = statistics_of(user=maya)["reviews"]
    assert told["game"] == game.public_id
    assert told["decisions"] == game.seats.get(number=0).review.decisions
    other = game.seats.get(number=1).user
    assert other is not None
    assert statistics_of(user=other)["reviews"][0]["given_away"] != told["given_away"]


def test_only_the_latest_games_count(maya: User, monkeypatch: pytest.MonkeyPatch) -> None:
    assert LATEST >= 20
    monkeypatch.setattr("games.review.figures.LATEST", 1)
    for lost, days in ((8.0, 0), (2.0, 1)):
        game = finished(maya)
        noted(game, 2, lost, show=[1, lost])
        Seat.objects.filter(game=game).update(over_at=timezone.now() + timedelta(days=days))
    found = figures_of(maya)
    assert found is not None
    assert [each.a_round for each in found.games] == [1.0]
