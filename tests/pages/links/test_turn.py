"""A turn link plays one turn without signing in, and opens nothing else."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.log.store import load
from games.models import Actor, Game, Sanction, Seat
from games.play.chairs import leave
from games.play.chat import say
from games.play.move import enter_move
from games.rules.moves import Orient, Scout, Show
from tests.accounts.people import account
from tests.pages.conftest import MINE, SEVENS, DealHands, play
from tests.pages.links.tokens import turn_link_for
from tests.pages.page import Page, Visitor
from tests.pages.seats import all_keep, on_turn, one_move, put_bot_on, run_out, summary
from tests.tables import people_game, take_back

pytestmark = pytest.mark.django_db


class Opened(Visitor):
    """Somebody with a link, who isn't signed in and whose browser sends no form's token."""

    def __init__(self, link: str) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.path = self.address = link
        self.look()


@pytest.fixture
def game(deal: DealHands) -> Game:
    """The design's position among four accounts: Ben, in seat 0, is to move."""
    deal({0: MINE, 3: SEVENS}, starter=3)
    game = people_game(4)
    for number, name in enumerate(("Ben", "Anna", "Cleo", "Dora")):
        user = account(name, f"{name.lower()}@example.org")
        Seat.objects.filter(game=game, number=number).update(user=user, name=name)
    all_keep(game)
    play(game, 3, Show(0, 2))
    return game


@pytest.fixture
def ben(game: Game) -> User:
    return User.objects.get(username="Ben")


def moves_of(game: Game) -> int:
    return game.moves.count()


def test_it_shows_the_table_as_the_player_sees_it_however_often(game: Game) -> None:
    before = moves_of(game)
    opened = Opened(turn_link_for(game))
    for _ in range(3):
        page = opened.look()
        assert page.status == 200
        assert "You’re on, Ben" in page.text
        assert "You are playing this one turn as Ben. Sign in for everything else." in page.text
        assert set(MINE.split()) <= set(page.faces)
    opened.client.head(opened.path)
    assert moves_of(game) == before


def test_a_scanner_that_opens_it_has_not_seen_the_turn(game: Game) -> None:
    link, mine = turn_link_for(game), game.seats.get(number=0)
    for opened in (Client().head(link), Client().get(link), Client().get(f"{link}board/")):
        assert opened.status_code in (200, 302)
        mine.refresh_from_db()
        assert mine.seen_seq != summary(game).seq


def test_a_page_that_is_shown_says_so_and_the_player_has_seen_the_turn(game: Game) -> None:
    link, mine = turn_link_for(game), game.seats.get(number=0)
    (news,) = re.findall(r'<div id="news"[^>]+>', Client().get(link).content.decode())
    assert 'hx-trigger="look, load"' in news
    assert '"If-None-Match": ""' in news
    asked = Client(headers={"HX-Request": "true", "Page-Visible": "1", "If-None-Match": ""})
    page = asked.get(f"{link}board/").content.decode()
    mine.refresh_from_db()
    assert mine.seen_seq == summary(game).seq
    # Once is enough.
    assert 'hx-trigger="look"' in page
    assert '"If-None-Match": ""' not in page


def test_a_press_on_it_is_a_look_without_scripts_too(game: Game) -> None:
    mine = game.seats.get(number=0)
    Opened(turn_link_for(game)).press("look", cards=[1, 2])
    mine.refresh_from_db()
    assert mine.seen_seq == summary(game).seq


def test_a_turn_is_chosen_and_made_without_scripts(game: Game) -> None:
    opened = Opened(turn_link_for(game))
    page = opened.press("look", cards=[1, 2])
    assert "8-8 beats 7-7" in page.text
    page = opened.press("show")
    assert page.headings == ["You showed 8-8"]
    assert "It won 2 cards. Anna is on, until" in page.text
    move = game.moves.latest("version")
    assert (move.seat, move.type, move.actor) == (0, "show", Actor.PLAYER)
    assert on_turn(game) == 1


def test_a_scout_takes_all_its_steps(game: Game) -> None:
    opened = Opened(turn_link_for(game))
    opened.press("scout")
    opened.press("end-left")
    opened.press("flip")
    opened.press("gap-0")
    page = opened.press("send")
    assert page.headings == ["You scouted a 7"]
    assert "Dora gets a chip. Anna is on" in page.text
    assert game.moves.latest("version").type == "scout"


def test_a_script_gets_boards_and_is_led_to_the_end(game: Game) -> None:
    opened = Opened(turn_link_for(game))
    answer = opened.send("look", cards=[1, 2], htmx=True)
    assert answer.status_code == 200
    assert 'id="board"' in answer.content.decode()
    assert f'hx-get="{opened.path}board/"' in answer.content.decode()
    answer = opened.send("show", cards=[1, 2], htmx=True)
    assert answer["HX-Redirect"] == opened.path
    assert "You showed 8-8" in opened.look().text


def test_its_board_is_fetched_again_only_after_something_happened(game: Game) -> None:
    link = turn_link_for(game)
    client = Client()
    first = client.get(f"{link}board/", headers={"HX-Request": "true"})
    assert first.status_code == 200
    same = client.get(f"{link}board/", headers={"If-None-Match": first["ETag"]})
    assert same.status_code == 304
    play(game, 0, Show(1, 3))
    gone = client.get(f"{link}board/", headers={"HX-Request": "true"})
    assert gone["HX-Redirect"] == link


def test_a_refused_move_says_why_and_the_link_goes_on(game: Game) -> None:
    opened = Opened(turn_link_for(game))
    page = opened.press("show", cards=[0])
    assert "6" in page.text
    assert page.status == 200
    assert on_turn(game) == 0
    assert opened.press("show", cards=[1, 2]).headings == ["You showed 8-8"]


def test_after_some_minutes_it_only_says_that_the_turn_is_played(game: Game) -> None:
    opened = Opened(turn_link_for(game))
    opened.press("show", cards=[1, 2])
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        page = opened.look()
    assert page.headings == ["This turn is played"]
    assert "8-8" not in page.text
    assert "Anna" not in page.text
    assert "Sign in to see the table." in page.text


def test_pressing_twice_plays_once(game: Game) -> None:
    opened = Opened(turn_link_for(game))
    before = moves_of(game)
    opened.send("show", cards=[1, 2])
    again = opened.send("show", cards=[1, 2])
    assert again["Location"] == opened.path
    assert moves_of(game) == before + 1


def test_the_way_up_is_chosen_by_a_link_while_others_choose(deal: DealHands) -> None:
    deal({0: MINE}, players=3, starter=1)
    game = people_game(3)
    links = [turn_link_for(game, seat) for seat in (0, 1)]
    enter_move(game_id=game.pk, seat=2, move=Orient(False), seq=0, actor=Actor.PLAYER)
    for link in links:
        opened = Opened(link)
        page = opened.press("turn", way="keep")
        assert page.headings == ["Your hand is set"]
    assert summary(game).seq == 1


def test_with_two_players_a_scout_leaves_the_rest_of_the_turn(deal: DealHands) -> None:
    deal({0: "7/6 7/9", 1: "9/2 4/5"}, players=2, starter=0)
    game = people_game(2)
    all_keep(game)
    play(game, 0, Show(0, 2))
    opened = Opened(turn_link_for(game, 1))
    opened.press("end-left")
    opened.press("gap-5")
    page = opened.press("send")
    assert "Still your turn" in page.text
    page = opened.press("show", cards=[0])
    assert page.headings[0].startswith("You showed")


# ---- What ends it


def test_the_next_round_is_another_turn(deal: DealHands) -> None:
    """With two players, whose last scout chip is used and who can't show ends the round."""
    row = "1/3 5/2 2/4 8/3 1/4 5/3 2/6 8/4 1/2 5/4 2/7"
    deal({0: "10/1 9/1 8/1 7/1 6/1", 1: row}, players=2, starter=0)
    game = people_game(2)
    all_keep(game)
    play(game, 0, Show(0, 5))
    link = turn_link_for(game, 1)
    for gap in (0, 12, 0):
        play(game, 1, Scout("right", flip=False, to=gap))
    assert summary(game).round_number == 1
    assert load(game).state.to_act == (0, 1)
    before = moves_of(game)
    opened = Opened(link)
    assert "The round is over. Your new hand waits for you, until" in opened.page.text
    assert opened.page.faces == []
    opened.client.post(
        f"{link}move/", {"action": "turn", "way": "keep", "seq": load(game).state.seq}
    )
    assert moves_of(game) == before


def another_seat_moves(game: Game, ben: User) -> None:
    play(game, 0, Show(1, 3))
    one_move(game)


def the_clock_plays(game: Game, ben: User) -> None:
    run_out(game)


def a_bot_keeps_the_chair(game: Game, ben: User) -> None:
    put_bot_on(game, 0)


def the_player_leaves(game: Game, ben: User) -> None:
    leave(game_id=game.pk, seat=0)


def somebody_else_sits_there(game: Game, ben: User) -> None:
    Seat.objects.filter(game=game, number=0).update(user=account("Emil", "emil@example.org"))


def links_are_switched_off(game: Game, ben: User) -> None:
    User.objects.filter(pk=ben.pk).update(turn_links=False)


def a_second_step_is_set_up(game: Game, ben: User) -> None:
    from allauth.mfa.totp.internal.auth import TOTP

    TOTP.activate(ben, "JBSWY3DPEHPK3PXP")


def the_player_is_suspended(game: Game, ben: User) -> None:
    Sanction.objects.create(player=ben, kind="suspension", reason="Test", since=timezone.now())


def the_player_is_banned(game: Game, ben: User) -> None:
    Sanction.objects.create(player=ben, kind="ban", reason="Test", since=timezone.now())


def the_move_before_is_taken_back(game: Game, ben: User) -> None:
    take_back(game)


def its_own_move_is_taken_back(game: Game, ben: User) -> None:
    """Ben is on again, but at another decision."""
    play(game, 0, Show(1, 3))
    take_back(game)
    assert on_turn(game) == 0


@pytest.mark.parametrize(
    ("happens", "heading"),
    [
        (another_seat_moves, "This turn is played"),
        (the_move_before_is_taken_back, "Moves were taken back"),
        (its_own_move_is_taken_back, "Moves were taken back"),
        (the_clock_plays, "Somebody moved first"),
        (a_bot_keeps_the_chair, "This link no longer works"),
        (the_player_leaves, "This link no longer works"),
        (somebody_else_sits_there, "This link no longer works"),
        (links_are_switched_off, "This link no longer works"),
        (a_second_step_is_set_up, "This link no longer works"),
        (the_player_is_suspended, "This link no longer works"),
        (the_player_is_banned, "This link no longer works"),
    ],
)
def test_it_dies_at_once_when(
    game: Game, ben: User, happens: Callable[[Game, User], None], heading: str
) -> None:
    opened = Opened(turn_link_for(game))
    happens(game, ben)
    before = moves_of(game)
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        for action in ("show", "look"):
            assert opened.send(action, cards=[1, 2])["Location"] == opened.path
        gone = opened.client.get(f"{opened.path}board/", headers={"HX-Request": "true"})
        assert gone["HX-Redirect"] == opened.path
        page = opened.look()
    assert moves_of(game) == before
    assert page.status == 200
    assert page.headings == [heading]
    assert page.faces == []
    assert "Email me a sign-in code" in page.text


def test_after_seven_days_it_is_too_old(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(turn_seconds=None)
    link, now = turn_link_for(game), timezone.now()
    with time_machine.travel(now + timedelta(days=6, hours=23)):
        assert "You’re on, Ben" in Opened(link).page.text
    with time_machine.travel(now + timedelta(days=7, minutes=1)):
        assert Opened(link).page.headings == ["This link no longer works"]


def test_after_a_new_password_or_by_a_forged_token_it_is_no_address(game: Game, ben: User) -> None:
    link = turn_link_for(game)
    token = link.split("/")[2]
    other = turn_link_for(game, 1).split("/")[2]
    mine = other.replace(".1.", ".0.", 1)
    forged = [f"{token[:-1]}x", token.rpartition(".")[0], mine, "x", "a.b.c"]
    ben.set_password("another tent full of cards")
    ben.save()
    for address in (link, *(f"/turn/{each}/" for each in forged)):
        for part in ("", "board/", "move/"):
            assert Client().get(f"{address}{part}").status_code == 404
        assert Client().post(f"{address}move/", {"action": "show"}).status_code == 404


def test_the_decision_of_another_time_is_none(game: Game) -> None:
    later = turn_link_for(game, seq=load(game).state.seq + 4)
    assert Opened(later).page.faces == []
    earlier = turn_link_for(game, seq=0)
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert Opened(earlier).page.headings == ["This turn is played"]


# ---- What it does not open


def test_it_offers_nothing_but_the_move_and_signing_in(game: Game) -> None:
    say(game_id=game.pk, seat=1, text="Good luck, everybody.")
    opened = Opened(turn_link_for(game))
    assert "Good luck, everybody." in opened.page.text
    html = opened.page.html
    for absent in ("chat-form", "chat-news", "data-stream", "data-waiting", "/report/"):
        assert absent not in html, absent
    theirs = set(re.findall(rf'["=](/games/{game.public_id}/[^"]*)', html))
    # Where signing in leads.
    assert theirs == {f"/games/{game.public_id}/"}
    nav = re.search(r'<header class="top">(.*?)</header>', html, re.S)
    assert nav
    assert "Ben" in nav[1]
    assert [each for each in re.findall(r'href="([^"]+)"', nav[1]) if each[0] == "/"] == ["/"]


def test_it_signs_nobody_in(game: Game) -> None:
    opened = Opened(turn_link_for(game))
    opened.press("show", cards=[1, 2])
    assert "sessionid" not in opened.client.cookies
    for path in (f"/games/{game.public_id}/", f"/games/{game.public_id}/board/"):
        assert opened.client.get(path).status_code == 404
    for press in ("chat", "move", "leave"):
        answer = opened.client.post(f"/games/{game.public_id}/{press}/", {"text": "x"})
        assert answer.status_code in (403, 404)
    assert opened.client.get("/account/").status_code == 302


def test_it_takes_the_same_queries_whatever_was_said_and_played(
    game: Game, django_assert_num_queries: Any
) -> None:
    client, link = Client(), turn_link_for(game)
    client.get(link)
    with CaptureQueriesContext(connection) as first:
        client.get(link)
    for _ in range(5):
        say(game_id=game.pk, seat=1, text="Well?")
    with django_assert_num_queries(len(first)):
        client.get(link)
    assert len(first) < 16


def test_it_asks_no_hint(game: Game) -> None:
    opened = Opened(turn_link_for(game))
    page = opened.press("hint", hint="1")
    assert 'id="hint"' not in page.html


def test_the_player_who_is_signed_in_is_led_to_the_table(game: Game, ben: User) -> None:
    client = Client()
    client.force_login(ben)
    link = turn_link_for(game)
    assert client.get(link)["Location"] == f"/games/{game.public_id}/"
    play(game, 0, Show(1, 3))
    assert client.get(link)["Location"] == f"/games/{game.public_id}/"


def test_to_somebody_else_who_is_signed_in_it_is_ben_s_turn(game: Game) -> None:
    client = Client()
    client.force_login(User.objects.get(username="Anna"))
    page = Page(client.get(turn_link_for(game)))
    assert "You are playing this one turn as Ben." in page.text
    assert "Anna: settings" not in page.labels
    assert set(MINE.split()) <= set(page.faces)


def test_no_answer_is_kept_or_names_the_address_to_another_page(game: Game) -> None:
    link = turn_link_for(game)
    client = Client()
    answers: list[Any] = [
        client.get(link),
        client.get(f"{link}board/"),
        client.post(f"{link}move/", {"action": "look"}),
        client.post(f"{link}move/", {"action": "look", "text": "\x00"}),
        client.put(link),
        client.get("/turn/x/"),
    ]
    for answer in answers:
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["X-Robots-Tag"] == "noindex"
        assert "no-store" in answer["Cache-Control"]
