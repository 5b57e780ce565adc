"""The admin shows games, seats and notices to look at, and no card."""

import re
from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.admin import GameAdmin
from games.models import Game, GameSummary, Hand, Notice, Seat, Stage
from tests.tables import bot_game, play_on

pytestmark = pytest.mark.django_db

CARD = re.compile(r"\b(?:10|[1-9])/(?:10|[1-9])\b")


@pytest.fixture
def boss(client: Client) -> Client:
    administrator = get_user_model().objects.create_superuser("boss", "boss@scout.example", "x")
    client.force_login(administrator)
    return client


def notice_of(game: Game) -> Notice:
    assert game.creator
    return Notice.objects.create(
        user_id=game.creator.pk,
        game=game,
        seat=0,
        seq=0,
        stage=Stage.TURN,
        due_at=timezone.now() - timedelta(minutes=1),
    )


def pages(game: Game, notice: Notice) -> list[str]:
    return [
        "/admin/",
        "/admin/games/",
        "/admin/games/game/",
        f"/admin/games/game/?q={game.public_id}",
        f"/admin/games/game/{game.pk}/change/",
        f"/admin/games/game/{game.pk}/history/",
        "/admin/games/notice/",
        f"/admin/games/notice/{notice.pk}/change/",
    ]


def test_no_card_of_a_game_stands_on_any_page(boss: Client) -> None:
    game = bot_game()
    play_on(game, moves=12)
    dealt = [card for hand in Hand.objects.filter(round__game=game) for card in hand.cards.split()]
    assert CARD.fullmatch(dealt[0])
    for page in pages(game, notice_of(game)):
        answer = boss.get(page)
        assert answer.status_code == 200, page
        assert CARD.findall(answer.content.decode()) == [], page


def test_no_page_tells_how_to_sit_down_uninvited(boss: Client) -> None:
    game = bot_game()
    for page in pages(game, notice_of(game)):
        assert game.invitation not in boss.get(page).content.decode(), page


def test_a_game_is_shown_with_its_commitment_and_who_sits_there(boss: Client) -> None:
    game = bot_game()
    page = boss.get(f"/admin/games/game/{game.pk}/change/").content.decode()
    assert game.commitment in page
    for seat in Seat.objects.filter(game=game):
        assert seat.name in page


@pytest.mark.parametrize("action", ["add/", "{pk}/delete/"])
def test_nothing_can_be_added_or_deleted(boss: Client, action: str) -> None:
    game = bot_game()
    for table, pk in (("game", game.pk), ("notice", notice_of(game).pk)):
        assert boss.get(f"/admin/games/{table}/{action.format(pk=pk)}").status_code == 403


def test_nothing_can_be_changed(boss: Client) -> None:
    game = bot_game()
    answer = boss.post(f"/admin/games/game/{game.pk}/change/", {"name": "Mine now"})
    assert answer.status_code == 403
    assert Game.objects.get(pk=game.pk).name == game.name


def test_the_list_takes_as_many_queries_for_many_games_as_for_one(
    boss: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    game = bot_game()
    boss.get("/admin/games/game/")
    _more_games(20)
    for address in ("/admin/games/game/", "/admin/games/notice/"):
        for _ in range(3):
            game = bot_game()
            notice_of(game)
        with django_assert_max_num_queries(7):
            page = boss.get(address).content.decode()
        assert game.name in page


def test_games_are_found_by_address_and_by_name(boss: Client) -> None:
    _more_games(3)
    game = bot_game()
    Game.objects.filter(pk=game.pk).update(name="The long evening")
    for words in (game.public_id, "long even"):
        page = boss.get("/admin/games/game/", {"q": words}).content.decode()
        assert "1 result" in page
        assert game.public_id in page


def test_a_game_that_was_only_just_opened_can_be_looked_at(boss: Client) -> None:
    game = _more_games(1)[0]
    GameSummary.objects.filter(game=game).delete()
    assert boss.get(f"/admin/games/game/{game.pk}/change/").status_code == 200
    assert boss.get("/admin/games/game/").status_code == 200


def test_a_page_of_games_does_not_count_all_games_twice() -> None:
    registered = admin.site._registry[Game]
    assert isinstance(registered, GameAdmin)
    assert registered.show_full_result_count is False


def test_a_player_sees_nothing_of_it(client: Client) -> None:
    game = bot_game()
    assert game.creator
    client.force_login(game.creator)
    for page in pages(game, notice_of(game)):
        assert client.get(page).status_code in (302, 403), page


def _more_games(number: int) -> list[Game]:
    """Bare rows without cards."""
    now = timezone.now()
    games = Game.objects.bulk_create(
        Game(name="A game", players=3, audience="open", created_at=now, commitment="0" * 64)
        for _ in range(number)
    )
    GameSummary.objects.bulk_create(
        GameSummary(
            game=game,
            status="open",
            version=0,
            seq=0,
            round_number=0,
            changed_at=now,
            began_at=now,
            head="",
        )
        for game in games
    )
    return games
