"""People's rated games are for a confirmed address, against a clock, by hand."""

from importlib import import_module

import pytest
from django.apps import apps

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.rematch import rematch
from games.lobby.starting import start_early
from games.lobby.terms import Terms
from games.models import Game, GameStatus, Notice, Seat, Stage, Unrated
from games.play.ending import agree_to_end
from tests.lobby.test_opening import account, raises_refusal

pytestmark = [pytest.mark.django_db, pytest.mark.database]

RATED = Terms(players=2, rated=True, open=True)


def unconfirmed(name: str) -> User:
    return User.objects.create_user(name)


def robot(name: str) -> User:
    return User.objects.create_user(name, email_confirmed=True, is_bot=True)


def rated_table() -> Game:
    return create_game(user=account("Maya"), terms=RATED)


def stored(game: Game) -> tuple[bool, str]:
    game.refresh_from_db()
    return game.rated, game.unrated_because


@pytest.mark.parametrize(
    ("who", "code"),
    [
        (lambda: new_guest(), "needs_account"),
        (lambda: unconfirmed("Ida"), "needs_address"),
        (lambda: robot("Robot"), "programs_not_rated"),
    ],
)
def test_a_rated_game_is_for_people_with_a_confirmed_address(who: object, code: str) -> None:
    user = who()  # type: ignore[operator]
    if not user.is_bot:
        with raises_refusal(code):
            create_game(user=user, terms=RATED)
    game = rated_table()
    with raises_refusal(code):
        join(game_id=game.pk, user=user)
    assert Seat.objects.filter(game=game).count() == 1


@pytest.mark.parametrize("turn_seconds", [None, 7 * 86400 + 1])
def test_a_rated_game_has_a_clock_of_at_most_seven_days(turn_seconds: int | None) -> None:
    with raises_refusal("bad_terms"):
        create_game(user=account("Maya"), terms=Terms(rated=True, turn_seconds=turn_seconds))


def test_a_token_neither_opens_nor_joins_one() -> None:
    with raises_refusal("programs_not_rated"):
        create_game(user=account("Anna"), terms=RATED, by_token=True)
    game = rated_table()
    with raises_refusal("programs_not_rated"):
        join(game_id=game.pk, user=account("Bert"), by_token=True)


def test_a_token_asks_for_no_rated_rematch() -> None:
    game, bruno = rated_table(), account("Bruno")
    join(game_id=game.pk, user=bruno)
    for seat in range(2):
        agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    with raises_refusal("programs_not_rated"):
        rematch(game_id=game.pk, user=bruno, by_token=True)
    assert not Game.objects.filter(rematch_of=game).exists()
    again = rematch(game_id=game.pk, user=bruno)
    maya = Seat.objects.get(game=game, number=0).user
    assert isinstance(maya, User)
    with raises_refusal("programs_not_rated"):
        rematch(game_id=game.pk, user=maya, by_token=True)
    assert again.rated


def test_who_lost_the_confirmed_address_asks_for_a_friendly_rematch() -> None:
    game, bruno = rated_table(), account("Bruno")
    join(game_id=game.pk, user=bruno)
    for seat in range(2):
        agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    User.objects.filter(pk=bruno.pk).update(email_confirmed=False)
    bruno.refresh_from_db()
    assert not rematch(game_id=game.pk, user=bruno).rated


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({}, ""),
        ({"email_confirmed": False}, Unrated.ADDRESS),
        ({"is_bot": True}, Unrated.PROGRAM),
    ],
)
def test_whether_a_game_is_rated_is_decided_as_it_begins_and_then_stays(
    change: dict[str, bool], why: str
) -> None:
    game = rated_table()
    User.objects.filter(username="Maya").update(**change)
    bruno = account("Bruno")
    join(game_id=game.pk, user=bruno)
    assert stored(game) == (not why, why)
    User.objects.filter(pk=bruno.pk).update(email_confirmed=False, is_bot=True)
    assert stored(game) == (not why, why)


def test_a_game_begun_early_with_bots_is_friendly() -> None:
    game = rated_table()
    maya = game.creator
    assert isinstance(maya, User)
    start_early(game_id=game.pk, by=maya)
    assert stored(game) == (False, Unrated.BOTS)


def test_running_rated_games_without_a_clock_became_friendly_and_their_players_are_told() -> None:
    begun, waiting, clocked = rated_table(), Game(), Game()
    join(game_id=begun.pk, user=account("Bruno"))
    waiting = create_game(user=account("Ilse"), terms=RATED)
    clocked = create_game(user=account("Tom"), terms=RATED)
    join(game_id=clocked.pk, user=account("Nora"))
    Game.objects.filter(pk__in=[begun.pk, waiting.pk]).update(turn_seconds=None)
    migration = import_module("games.migrations.0015_rated_games")
    migration.make_friendly(apps, None)
    assert stored(begun) == (False, Unrated.CLOCK)
    assert stored(waiting) == (False, Unrated.CLOCK)
    assert stored(clocked) == (True, "")
    assert begun.summary.status == GameStatus.RUNNING
    told = Notice.objects.filter(stage=Stage.FRIENDLY)
    assert list(told.order_by("seat").values_list("game", "seat")) == [(begun.pk, 0), (begun.pk, 1)]
