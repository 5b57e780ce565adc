"""Bots are called by their characters, and no two at a table bear one name."""

import pytest

from accounts.models import User
from accounts.names import refusal
from games.bots.offered import CALLED
from games.lobby.joining import join
from games.lobby.opening import create_game, start_bot_game
from games.lobby.rematch import rematch
from games.lobby.starting import start_early
from games.lobby.terms import Terms
from games.models import Game
from games.play.bots import play_bots
from games.rules.errors import RuleError
from tests.tables import bot_game, play_on, played_by

pytestmark = pytest.mark.django_db


def account(name: str) -> User:
    return User.objects.create_user(name)


def seats(game: Game) -> list[tuple[str, str]]:
    return list(game.seats.order_by("number").values_list("name", "bot"))


def test_a_bot_bears_the_name_of_its_character() -> None:
    game = start_bot_game(user=account("Maya"), bots=["ada", "otto"])
    assert seats(game) == [("Maya", ""), ("Ada", "ada"), ("Otto", "otto")]


@pytest.mark.parametrize("bots", [[], ["pip"] * 5, ["random"], ["genius"]])
def test_there_is_no_game_against_nobody_too_many_or_unknown_bots(bots: list[str]) -> None:
    with pytest.raises(ValueError, match="no game against"):
        start_bot_game(user=account("Maya"), bots=bots)


def test_whoever_bears_a_character_s_name_keeps_it_and_the_bot_gets_another() -> None:
    game = create_game(user=account("Ada"), terms=Terms(players=2, bots={1: "expert"}))
    assert seats(game) == [("Ada", ""), ("Bot Ada", "ada")]


def test_a_bot_makes_way_for_a_name_that_sits_down_after_it() -> None:
    game = create_game(user=account("Maya"), terms=Terms(players=4, bots={1: "ada", 2: "otto"}))
    join(game_id=game.pk, user=account("Аda"), invitation=game.invitation)
    assert seats(game) == [("Maya", ""), ("Bot Ada", "ada"), ("Otto", "otto"), ("Аda", "")]


def test_nobody_new_is_called_like_a_bot() -> None:
    for name in (*CALLED.values(), "Bot Ada", "P1p"):
        assert "is reserved here" in refusal(name)


def test_free_seats_go_to_the_bots_chosen_then_to_those_nearest() -> None:
    maya = account("Maya")
    game = create_game(user=maya, terms=Terms(players=5, bots={4: "mabel"}))
    start_early(game_id=game.pk, by=maya, bots=["pip", "mabel"])
    assert [bot for _name, bot in seats(game)] == ["", "pip", "corvo", "ada", "mabel"]


@pytest.mark.parametrize("bots", [[], ["random"], ["otto", "genius"]])
def test_no_game_begins_with_unknown_bots(bots: list[str]) -> None:
    maya = account("Maya")
    game = create_game(user=maya, terms=Terms(players=3))
    with pytest.raises(RuleError, match="no such bot"):
        start_early(game_id=game.pk, by=maya, bots=bots)


@pytest.mark.parametrize("level", ["easy", "steady", "expert", "random"])
def test_an_old_game_goes_on_with_what_it_had_and_its_rematch_has_characters(level: str) -> None:
    game = played_by(level, bot_game(3))
    assert play_bots(game_id=game.pk, version=0) == 2
    play_on(game)
    assert [bot for _name, bot in seats(game)] == ["", level, level]
    user = game.seats.get(number=0).user
    assert user is not None
    again = rematch(game_id=game.pk, user=user)
    bots = [bot for _name, bot in seats(again)[1:]]
    assert len({*bots} & {*CALLED}) == 2
    assert ("ada" in bots) == (level == "expert")
