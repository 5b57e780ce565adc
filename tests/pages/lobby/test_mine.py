"""My games: what waits for me, invitations, and lists that stay current."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.lobby.joining import join
from games.models import Game, SeatSummary
from games.play import chairs, ending
from games.rules.moves import Scout, Show
from tests.names import bare
from tests.pages.conftest import DealHands, keep_all, play
from tests.pages.lobby.pressing import account, page, press, signed_in, table_of
from tests.pages.page import without_tokens
from tests.tables import play_on

pytestmark = pytest.mark.django_db

MINE = "/games/"
LISTS = "/games/lists/"


@pytest.fixture
def maya() -> User:
    return account("Maya")


@pytest.fixture
def bruno() -> User:
    return account("Bruno")


def duel(maya: User, bruno: User, **terms: object) -> Game:
    """A public game of two; Maya is in seat 0."""
    game = table_of(maya, players=2, open=True, **terms)
    join(game_id=game.pk, user=bruno)
    return game


def test_a_row_says_what_was_done_last_and_shows_the_ring(
    maya: User, bruno: User, deal: DealHands
) -> None:
    deal({1: "7/6 7/9 7/2", 0: "1/2"}, players=2, starter=1)
    game = duel(maya, bruno, name="Quick duel")
    client = signed_in(maya)
    assert "New round: keep your hand or turn it over" in page(client, MINE).text
    keep_all(game, range(2))
    assert "Waiting for Bruno" in page(client, MINE).text
    play(game, 1, Show(0, 3))
    found = page(client, MINE)
    assert "Bruno showed 7-7-7 · just now" in found.text
    assert found.faces == ["7/6", "7/9", "7/2"]
    assert "three 7s" in found.labels
    play(game, 0, Scout("left", False, 0))
    found = page(client, MINE)
    assert "You scouted a 7 · just now" in found.text
    assert found.faces == ["7/9", "7/2"]


def test_what_waits_for_me_comes_by_deadline_and_tells_it_twice(maya: User, bruno: User) -> None:
    for name, hours in (("Days", 72), ("Hour", 1), ("None", None), ("Day", 24)):
        duel(maya, bruno, name=name, turn_seconds=hours and hours * 3600)
    found = page(signed_in(maya), MINE)
    order = ("Hour", "Day", "Days", "None")
    places = [found.html.index(f"<bdi>{name}</bdi></a>") for name in order]
    assert places == sorted(places)
    assert found.headings == ["You’re on in 4 games"]
    assert found.html.count("pill soon") == 2 or "pill now" in found.html
    assert found.text.count("until ") == 3


def test_times_are_told_in_the_readers_zone(maya: User, bruno: User) -> None:
    with time_machine.travel("2026-11-20T12:00:00Z", tick=False):
        duel(maya, bruno, turn_seconds=3600)
        client = signed_in(maya)
        assert "until 13:00 UTC" in page(client, MINE).text
        User.objects.filter(pk=maya.pk).update(time_zone="Asia/Tokyo")
        assert "until 22:00 JST" in page(client, MINE).text


def test_a_chair_that_a_bot_keeps_is_taken_back_with_one_press(maya: User, bruno: User) -> None:
    game = duel(maya, bruno)
    SeatSummary.objects.filter(seat__game=game, seat__number=0).update(kept=True, to_act=False)
    found = page(signed_in(maya), MINE)
    assert "A bot keeps your chair" in found.text
    assert f'formaction="/games/{game.public_id}/take-back/"' in found.html
    assert "Waiting for others No games under way." in found.text


def test_an_invitation_is_accepted_or_declined_there(maya: User, bruno: User) -> None:
    from games.lobby.invitations import invite

    client = signed_in(bruno)
    for name in ("First", "Second"):
        invite(game_id=table_of(maya, name=name).pk, by=maya, user=bruno)
    found = page(client, MINE)
    assert "Invitations" in found.text
    assert found.text.count("Maya invites you") == 2
    first, second = Game.objects.order_by("pk")
    assert "Bruno (you)" in press(client, f"/games/{first.public_id}/join/").text
    after = press(client, f"/games/{second.public_id}/decline/")
    assert "Maya invites you" not in after.text
    assert "Not started" in after.text
    assert client.post(f"/games/{second.public_id}/join/").status_code == 404


def test_who_has_yet_to_answer_is_asked_to_end_the_game(maya: User, bruno: User) -> None:
    game = duel(maya, bruno)
    ending.agree_to_end(game_id=game.pk, seat=0, agrees=True)
    asked = "Maya offers to end this game unfinished. Do you agree?"
    assert asked in page(signed_in(bruno), MINE).text
    assert "Do you agree?" not in page(signed_in(maya), MINE).text


def test_a_game_that_ended_unfinished_says_so(maya: User, bruno: User) -> None:
    game = duel(maya, bruno, name="Grand tour")
    for seat in (0, 1):
        ending.agree_to_end(game_id=game.pk, seat=seat, agrees=True)
    assert "Ended unfinished" in page(signed_in(maya), MINE).text


def test_a_finished_game_says_who_won(maya: User, bruno: User) -> None:
    game = duel(maya, bruno)
    play_on(game)
    found = page(signed_in(maya), MINE)
    winners = list(game.seats.filter(summary__winner=True).values_list("number", flat=True))
    assert ("Won" in found.text) == (0 in winners)
    assert "pts · " in found.text or "pt · " in found.text


def test_a_game_one_has_left_is_not_among_them(maya: User, bruno: User) -> None:
    game = duel(maya, bruno, name="Left behind")
    chairs.leave(game_id=game.pk, seat=0)
    assert "Left behind" not in page(signed_in(maya), MINE).text


def test_the_lists_alone_are_fetched_again_and_nothing_is_sent_without_news(
    maya: User, bruno: User
) -> None:
    game, client = duel(maya, bruno), signed_in(maya)
    whole = page(client, MINE).html
    first = client.get(LISTS)
    html = first.content.decode()
    assert 'id="my-games"' in html
    assert "<html" not in html
    assert "csrf" not in html
    assert first["ETag"].strip('"') in whole
    assert client.get(LISTS, headers={"If-None-Match": first["ETag"]}).status_code == 304
    play_on(game, 1)
    news = client.get(LISTS, headers={"If-None-Match": first["ETag"]})
    assert news.status_code == 200
    assert "Waiting for Bruno" in bare(news.content.decode())
    assert "private" in news["Cache-Control"]


def test_lists_hold_nothing_that_a_spectator_may_not_know(
    maya: User, bruno: User, deal: DealHands
) -> None:
    answers = []
    # All public facts stay the same; the hands differ.
    with time_machine.travel("2026-11-20T12:00:00Z", tick=False):
        game = None
        for mine, theirs in (("1/2 3/4", "5/6 7/8"), ("9/8 10/2", "2/3 4/5")):
            deal({0: f"6/3 {mine}", 1: theirs}, players=2)
            game = duel(maya, bruno, name="Same")
            Game.objects.filter(pk=game.pk).update(public_id="x")
            keep_all(game, range(2))
            play(game, 0, Show(0, 1))
            answers.append([page(signed_in(user), MINE).html for user in (maya, bruno)])
            Game.objects.filter(pk=game.pk).update(public_id=f"old{game.pk}", audience="own")
            SeatSummary.objects.filter(seat__game=game).update(left=True, to_act=False)
    masked = [[_without_tokens(html) for html in each] for each in answers]
    assert masked[0] == masked[1]


def _without_tokens(html: str) -> str:
    import re

    html = without_tokens(html)
    return re.sub(r"hx-headers=\'[^\']*\'", "", html)


def test_the_lists_need_as_many_queries_for_many_games_as_for_one(
    maya: User, bruno: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(maya)
    for number in range(5):
        game = duel(maya, bruno, name=f"Game {number}")
        play_on(game, number)
        table_of(maya)
        with django_assert_max_num_queries(22):
            client.get(LISTS)


def test_a_rematch_is_offered_agreed_to_and_found(maya: User, bruno: User) -> None:
    game = duel(maya, bruno, name="Tuesday Troupe")
    play_on(game)
    path = f"/games/{game.public_id}/"
    one, other = signed_in(maya), signed_in(bruno)
    assert "With Bruno, if they like." in page(one, path).text
    assert press(one, f"{path}rematch/").headings == ["Waiting for one more"]
    assert "Maya wants a rematch" in page(other, MINE).text
    assert "Maya wants one too." in page(other, path).text
    assert "Go to the rematch" in page(one, path).text
    again = Game.objects.get(rematch_of=game)
    for client in (one, other):
        assert client.get(f"{path}rematch/")["Location"] == f"/games/{again.public_id}/"
    assert press(other, f"{path}rematch/").headings == ["Which way up?"]
    assert "The rematch has begun." in page(one, path).text


def test_spectators_are_offered_no_rematch_and_can_not_ask_for_one(maya: User, bruno: User) -> None:
    game = duel(maya, bruno)
    path = f"/games/{game.public_id}/"
    after = press(signed_in(maya), f"{path}rematch/")
    assert "This game is not over yet." in after.text
    play_on(game)
    stranger = signed_in(account("Ilse"))
    assert "Rematch" not in page(stranger, path).text
    assert Client().post(f"{path}rematch/").status_code == 302
    press(stranger, f"{path}rematch/")
    assert not Game.objects.filter(rematch_of=game).exists()


def test_time_that_ran_out_is_seen_in_the_list(maya: User, bruno: User) -> None:
    game = duel(maya, bruno, turn_seconds=3600)
    over = timezone.now() - timedelta(seconds=1)
    SeatSummary.objects.filter(seat__game=game, to_act=True).update(deadline=over)
    assert "time is up" in page(signed_in(maya), MINE).text
