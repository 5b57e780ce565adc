"""Positions are made of reviewed games, of some, after 30 days, once."""

from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.deletion import delete_account
from accounts.models import User
from games.models import (
    FormerPlayer,
    Game,
    ModerationAction,
    PracticePosition,
    Seat,
    StoredReview,
)
from games.order.games import void
from games.practice import making
from games.practice.making import OVER_FOR, agreement_changed, make_positions
from games.review.asking import ask_for_game
from games.review.working import work_out
from games.tasks import make_practice
from tests.accounts.people import account
from tests.order.people import moderator
from tests.tables import people_game, play_on

pytestmark = pytest.mark.django_db


def reviewed(*, open_to_all: bool = False) -> Game:
    """Finished, its two people played badly, and the review is done."""
    game = people_game(3, bots=1, open_to_all=open_to_all)
    play_on(game)
    work_out(ask_for_game(game.pk).pk)
    return game


def later(game: Game, by: timedelta = OVER_FOR) -> datetime:
    over_at = game.seats.get(number=0).over_at
    assert over_at is not None
    return over_at + by


def made_of(game: Game) -> int:
    return PracticePosition.objects.filter(game=game).count()


def agree(game: Game, *numbers: int) -> None:
    users = game.seats.filter(number__in=numbers).values("user")
    User.objects.filter(pk__in=users).update(practice_from_games=True)


def test_after_thirty_days_an_open_game_gives_its_positions_once() -> None:
    game = reviewed(open_to_all=True)
    assert make_positions(now=later(game) - timedelta(seconds=1)) == 0
    assert StoredReview.objects.get().practised_at is None
    made = make_positions(now=later(game))
    assert made == made_of(game) > 0
    row = PracticePosition.objects.filter(game=game)[0]
    names = {seat.name for seat in game.seats.all()}
    assert not any(name in str(row.view) for name in names)
    PracticePosition.objects.filter(game=game).delete()
    assert make_positions(now=later(game, timedelta(days=90))) == 0, "each is looked at once"


def test_another_game_gives_them_if_all_its_people_agree() -> None:
    game = reviewed()
    agree(game, 0)
    assert make_positions(now=later(game)) == 0
    agree(game, 1)
    other = game.seats.get(number=1).user
    assert other is not None
    agreement_changed(user_id=other.pk, agrees=True, now=timezone.now())
    assert make_positions(now=later(game)) > 0


def test_somebody_who_left_the_chair_to_another_has_to_agree_too() -> None:
    game = reviewed()
    agree(game, 0, 1)
    seat = Seat.objects.get(game=game, number=1)
    former = account("Maya")
    FormerPlayer.objects.create(
        seat=seat, user=former, name="Maya", version=9, until=timezone.now()
    )
    assert make_positions(now=later(game)) == 0
    User.objects.filter(pk=former.pk).update(practice_from_games=True)
    agreement_changed(user_id=former.pk, agrees=True, now=timezone.now())
    assert make_positions(now=later(game)) > 0


def test_a_choice_in_the_settings_holds_for_games_that_are_over() -> None:
    game = reviewed()
    agree(game, 1)
    maya = account("Maya")
    Seat.objects.filter(game=game, number=0).update(user=maya)
    assert make_positions(now=later(game)) == 0
    own = Client()
    own.force_login(maya)
    own.post("/account/save/practice/", {"practice_from_games": "on"})
    assert make_positions(now=later(game)) == made_of(game) > 0
    said = own.post("/account/save/practice/", {}, headers={"HX-Request": "true"})
    assert "none but your open games" in said.content.decode()
    assert made_of(game) == 0


def test_they_go_when_somebody_no_longer_agrees_or_leaves() -> None:
    game, public = reviewed(), reviewed(open_to_all=True)
    agree(game, 0, 1)
    make_positions(now=later(public))
    assert made_of(game) > 0 < made_of(public)
    user = game.seats.get(number=0).user
    assert isinstance(user, User)
    Seat.objects.filter(game=public, number=0).update(user=user)
    kept = made_of(public)
    delete_account(user=user)
    assert (made_of(game), made_of(public)) == (0, kept)
    assert make_positions(now=later(public)) == 0


def test_a_game_that_is_voided_gives_none_and_those_it_gave_go() -> None:
    game = reviewed(open_to_all=True)
    make_positions(now=later(game))
    assert made_of(game) > 0
    void(game_id=game.pk, by=moderator(), reason="They played together.")
    assert ModerationAction.objects.exists()
    assert made_of(game) == 0
    StoredReview.objects.update(practised_at=None)
    assert make_positions(now=later(game)) == 0


def test_a_review_that_cannot_be_read_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_words: object) -> None:
        raise ValueError("The hand is 7/9 7/6.")

    game = reviewed(open_to_all=True)
    with monkeypatch.context() as broken, transaction.atomic():
        broken.setattr(making, "load_state", fail)
        assert make_positions(now=later(game)) == 0
    assert "ValueError" in caplog.text
    assert "7/9" not in caplog.text
    assert StoredReview.objects.get().practised_at is not None


def test_the_task_makes_them() -> None:
    game = reviewed(open_to_all=True)
    Seat.objects.filter(game=game).update(over_at=timezone.now() - OVER_FOR)
    make_practice()
    assert made_of(game) > 0
