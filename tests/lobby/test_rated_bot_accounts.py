"""A rated table that a bot account opens is for bot accounts alone; tokens play there."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.guests.lifetime import new_guest
from accounts.models import User
from accounts.tokens.bot_account import make_bot_account
from games.lobby.friends import play_with
from games.lobby.invitations import invite
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.rematch import rematch
from games.lobby.starting import start_early
from games.lobby.terms import Terms
from games.models import Friend, Game, GameInvitation, Seat, Unrated
from games.play.ending import agree_to_end
from tests.lobby.test_opening import account, raises_refusal
from tests.lobby.test_rated import RATED, rated_table, robot, stored, unconfirmed
from tests.pages.page import Page

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def bots_table() -> Game:
    return create_game(user=robot("Robot"), terms=RATED, by_token=True)


def ended(game: Game) -> Game:
    for seat in range(2):
        agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    return game


def test_two_bot_accounts_are_rated_at_it_by_token() -> None:
    game = bots_table()
    assert game.for_bot_accounts
    join(game_id=game.pk, user=robot("Rita"), by_token=True)
    assert stored(game) == (True, "")
    assert game.for_bot_accounts


def test_a_friendly_table_of_a_bot_account_is_for_anybody() -> None:
    game = create_game(user=robot("Robot"), terms=Terms(players=2, open=True), by_token=True)
    join(game_id=game.pk, user=account("Maya"))
    game.refresh_from_db()
    assert (game.rated, game.for_bot_accounts, game.unrated_because) == (False, False, "")


@pytest.mark.parametrize("by_token", [False, True])
@pytest.mark.parametrize("who", [lambda: account("Maya"), lambda: new_guest()])
def test_nobody_else_sits_down_at_it(who: object, *, by_token: bool) -> None:
    user, game = who(), bots_table()  # type: ignore[operator]
    with raises_refusal("bot_accounts_only"):
        join(game_id=game.pk, user=user, by_token=by_token)
    assert Seat.objects.filter(game=game).count() == 1


def test_it_needs_what_peoples_rated_tables_need() -> None:
    unknown = unconfirmed("Robin")
    make_bot_account(user=unknown)
    with raises_refusal("needs_address"):
        create_game(user=unknown, terms=RATED)
    with raises_refusal("needs_address"):
        join(game_id=bots_table().pk, user=unknown)
    with raises_refusal("bad_terms"):
        create_game(user=robot("Rita"), terms=Terms(rated=True, turn_seconds=None))
    with raises_refusal("bad_terms"):
        create_game(user=robot("Rolf"), terms=Terms(rated=True, bots={1: "ada"}))


def test_it_turns_friendly_with_the_sites_bots_and_is_then_no_table_of_bot_accounts() -> None:
    game = bots_table()
    assert isinstance(game.creator, User)
    start_early(game_id=game.pk, by=game.creator)
    assert stored(game) == (False, Unrated.BOTS)
    assert not game.for_bot_accounts


def test_a_rematch_is_rated_among_the_same_or_not_at_all() -> None:
    game, rita = bots_table(), robot("Rita")
    join(game_id=game.pk, user=rita)
    again = rematch(game_id=ended(game).pk, user=rita, by_token=True)
    assert (again.rated, again.for_bot_accounts) == (True, True)
    of_people, bruno = rated_table(), account("Bruno")
    join(game_id=of_people.pk, user=bruno)
    ended(of_people)
    make_bot_account(user=bruno)
    again = rematch(game_id=of_people.pk, user=bruno, by_token=True)
    assert (again.rated, again.for_bot_accounts) == (False, False)


def test_nobody_is_asked_to_a_rated_table_of_the_other_kind() -> None:
    game, maya = bots_table(), account("Ilse")
    assert isinstance(game.creator, User)
    with raises_refusal("bot_accounts_only"):
        invite(game_id=game.pk, by=game.creator, user=maya)
    with raises_refusal("programs_not_rated"):
        create_game(user=maya, terms=RATED, invited=[game.creator])
    invite(game_id=game.pk, by=game.creator, user=robot("Rita"))
    assert GameInvitation.objects.count() == 1


def test_a_game_with_friends_of_both_kinds_is_friendly() -> None:
    maya, ilse, robot_ = account("Maya"), account("Ilse"), robot("Robot")
    create_game(user=maya, terms=RATED)
    Friend.objects.bulk_create(
        Friend(owner=maya, friend=each, since=timezone.now()) for each in (ilse, robot_)
    )
    assert play_with(user=maya, friend_ids=[ilse.pk]).rated
    assert not play_with(user=maya, friend_ids=[ilse.pk, robot_.pk]).rated


def test_lists_show_it_as_one_for_bot_accounts() -> None:
    game = bots_table()
    maya = Client()
    maya.force_login(account("Maya"))
    for viewer in (maya, Client()):
        found = Page(viewer.get("/games/open/"))
        assert "rated, for bot accounts" in found.text
        assert "For bot accounts" in found.text
        assert "Take a seat" not in found.text
        assert "only those may sit down" in Page(viewer.get(f"/games/{game.public_id}/")).text
    assert game.name not in maya.get("/games/").content.decode()
    rita = Client()
    rita.force_login(robot("Rita"))
    assert "Take the last seat" in Page(rita.get("/games/open/")).text
