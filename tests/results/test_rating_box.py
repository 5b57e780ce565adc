"""What the end of a game says it did to ratings, and why."""

import pytest
from django.test import Client

from games.log.store import load
from games.models import Game, SeatResult
from games.play.chairs import leave, take_back
from games.play.ending import agree_to_end
from tests.pages.page import Page
from tests.pages.seats import one_move, put_bot_on
from tests.results.finished import finished, player, table
from tests.results.test_pages import client_of
from tests.tables import play_on

pytestmark = pytest.mark.django_db


def end_of(game: Game, client: Client) -> str:
    return Page(client.get(f"/games/{game.public_id}/")).text.replace(" ?", "?")


def into_the_second_round(game: Game) -> None:
    while load(game).state.round_number == 0:
        one_move(game)


def test_a_rating_after_a_game_is_said_to_be_provisional() -> None:
    game = finished("Maya", "Bruno", rated=True)
    assert "? (provisional) ±" in end_of(game, client_of("Maya"))


def test_a_game_of_the_same_people_says_how_much_it_counts() -> None:
    counts = [
        "counts 1/" in end_of(finished("Maya", "Bruno", rated=True, day=day), client_of("Maya"))
        for day in (0, 40)
    ]
    assert counts == [False, False]
    again = finished("Maya", "Bruno", rated=True, day=41)
    said = "This game counts 1/2: it is the 2nd rated game within 30 days with the same people."
    assert said in end_of(again, client_of("Maya"))


def test_who_left_reads_what_it_cost_and_so_do_the_others() -> None:
    game = table("Maya", "Bruno", "Ilse", rated=True, open_to_all=True)
    into_the_second_round(game)
    leave(game_id=game.pk, seat=1)
    play_on(game)
    assert "Last place for the rating: left the game." in end_of(game, client_of("Bruno"))
    assert "Last place for the rating: left the game." in end_of(game, client_of("Maya"))
    assert "nobody gains" not in end_of(game, client_of("Maya")).lower()


def test_nobody_gains_by_somebody_who_leaves_in_the_first_round() -> None:
    game = table("Maya", "Bruno", rated=True)
    leave(game_id=game.pk, seat=1)
    play_on(game)
    said = end_of(game, client_of("Maya"))
    assert "Nobody gains: somebody left in the first round" in said
    # Only the rating of the one who left has changed.
    assert said.count("1500 →") == 1


def test_nobody_gains_if_everybody_let_others_play() -> None:
    game = table("Maya", "Bruno", rated=True)
    put_bot_on(game, 0)
    into_the_second_round(game)
    take_back(game_id=game.pk, seat=0)
    put_bot_on(game, 1)
    play_on(game)
    said = end_of(game, client_of("Maya"))
    assert "Nobody gains:" in said
    assert "or everybody took the last place." in said
    assert said.count("1500 →") == said.count("Last place for the rating") == 2


def test_who_let_others_play_reads_what_it_cost() -> None:
    game = finished("Maya", "Bruno", rated=True)
    SeatResult.objects.filter(game=game, user=player("Maya")).update(charged=True)
    why = "Last place for the rating: a bot or the clock made more than a third of"
    assert f"{why} your decisions." in end_of(game, client_of("Maya"))
    assert f"{why} the decisions." in end_of(game, client_of("Bruno"))


def test_an_unfinished_game_says_that_it_counts_only_against_who_had_left() -> None:
    game = table("Maya", "Bruno", "Ilse", rated=True, open_to_all=True)
    into_the_second_round(game)
    leave(game_id=game.pk, seat=1)
    for seat in (0, 2):
        agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    said = end_of(game, client_of("Maya"))
    assert "The game ended unfinished: nobody gains." in said
    assert "Last place for the rating: left the game." in said
    assert said.count("1500 →") == 1


def test_a_friendly_game_says_nothing_of_ratings() -> None:
    said = end_of(finished("Maya", "Bruno"), client_of("Maya"))
    assert "Who played" in said
    assert "rating" not in said.casefold().replace("how ratings work", "")
