"""Strips about chairs whose players are gone, and the page behind the link of one."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.log.kept import forget_kept
from games.models import Actor, ChairOffer, Game, Seat
from games.play.chairs import keep
from games.play.chat import say
from tests.pages.page import Page
from tests.pages.seats import at_seat, watching, without_chance
from tests.tables import is_on, people_game, play_on

pytestmark = pytest.mark.django_db

NAMES = ("Maya", "Ben", "Ilse")
BEN = 1


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Without a clock, and it is Ben's turn."""
    without_chance(monkeypatch)
    game = people_game(3, turn_seconds=None)
    for number, name in enumerate(NAMES):
        Seat.objects.filter(game=game, number=number).update(name=name)
    play_on(game, moves=7)
    play_on(game, until=is_on(BEN))
    return game


def later(**span: float) -> AbstractContextManager[object]:
    return time_machine.travel(timezone.now() + timedelta(**span), tick=False)


@pytest.fixture
def kept(game: Game) -> Iterator[Game]:
    """A bot has kept Ben's chair for a week."""
    keep(game_id=game.pk, seat=BEN, actor=Actor.CLOCK)
    with later(days=7):
        yield game


def test_others_may_let_a_bot_play_for_somebody_silent_who_takes_the_chair_back(
    game: Game,
) -> None:
    silent = "Ben hasn’t moved for 7 days."
    with later(days=6.9):
        assert silent not in at_seat(game, 0).look().text
    with later(days=7):
        maya, ben = at_seat(game, 0), at_seat(game, BEN)
        assert silent in maya.look().text
        assert silent not in ben.look().text
        page = maya.at("keep", seat=str(BEN))
        assert "Let a bot play" not in page.text
        assert f"{silent} The others let a bot take the chair." in page.text
        mine = ben.look().text
        assert "You didn’t move for 7 days. The others let a bot take your chair." in mine
        assert "A bot is keeping your chair." in mine
        assert "A bot is keeping your chair." not in ben.at("take-back").text


def test_a_press_that_comes_too_early_says_so(game: Game) -> None:
    page = at_seat(game, 0).at("keep", seat=str(BEN))
    assert "No bot for this chair" in page.alert
    assert "Try again tomorrow." in page.alert


def test_spectators_and_those_whose_chair_is_kept_are_offered_nothing(kept: Game) -> None:
    Game.objects.filter(pk=kept.pk).update(audience="open")
    assert "Offer this chair" in at_seat(kept, 0).look().text
    for other in (at_seat(kept, BEN), watching(kept)):
        assert "Offer this chair" not in other.look().text
        assert ChairOffer.objects.count() == 0
        other.at("offer", seat=str(BEN))
    assert ChairOffer.objects.count() == 0


def test_the_table_takes_as_many_queries_however_many_are_gone() -> None:
    counts = set()
    for gone in (1, 3):
        game = people_game(5, turn_seconds=None)
        play_on(game, moves=5)
        play_on(game, until=is_on(0))
        for seat in range(1, 1 + gone):
            keep(game_id=game.pk, seat=seat, actor=Actor.CLOCK)
        # A replay kept of another test's game of this number would be read on first.
        forget_kept()
        with later(days=7):
            player = at_seat(game, 4)
            player.look()
            with CaptureQueriesContext(connection) as queries:
                player.look()
        counts.add(len(queries))
    assert len(counts) == 1, counts


def test_the_link_stands_at_the_table_for_players_alone_until_it_is_taken_back(kept: Game) -> None:
    page = at_seat(kept, 0).at("offer", seat=str(BEN))
    link = f"/invitation/{ChairOffer.objects.get().link}/chair/"
    assert "Ben’s chair is offered." in page.text
    assert link in page.html
    assert link in at_seat(kept, 2).look().html
    ben = at_seat(kept, BEN).look()
    assert link not in ben.html
    assert "it is yours until they sit down" in ben.text
    assert link not in at_seat(kept, 0).at("withdraw", seat=str(BEN)).html
    assert Client().get(link).status_code == 404


def test_a_visitor_sees_game_seats_and_points_sits_down_and_plays(kept: Game) -> None:
    at_seat(kept, 0).at("offer", seat=str(BEN))
    say(game_id=kept.pk, seat=BEN, text="Back soon")
    link = f"/invitation/{ChairOffer.objects.get().link}/chair/"
    client = Client()
    with CaptureQueriesContext(connection) as asked:
        shown = Page(client.get(link))
    assert len(asked) < 15
    for words in ("Play on for Ben", kept.name, "Maya", "Ilse", "points", "Round 1 of 3"):
        assert words in shown.text, words
    assert shown.faces == []
    assert Seat.objects.get(game=kept, number=BEN).taken_at is None, "a look changes nothing"
    page = Page(client.post(link, {"name": "Cleo"}, follow=True))
    assert "Cleo sat down" not in page.text
    assert "You sat down in Ben’s chair." in page.text
    assert "Only you see this" not in page.text
    assert "Ben" in page.text, "what was done before was Ben's doing"
    assert page.faces
    assert "Back soon" in page.text
    assert client.post(link, {"name": "Cleo"}).status_code == 302, "twice is once"
    for late in (Client().get(link), Client().post(link, {"name": "Dana"})):
        assert (late.status_code, Page(late).headings) == (404, ["This chair isn’t free"])
    assert "Cleo sat down in Ben’s chair." in at_seat(kept, 0).look().text
    play_on(kept, until=is_on(BEN))
    assert {"show", "scout"} & {*at_seat(kept, BEN).look().buttons}


def test_a_pasted_link_leads_to_the_chair(kept: Game) -> None:
    at_seat(kept, 0).at("offer", seat=str(BEN))
    link = f"/invitation/{ChairOffer.objects.get().link}/chair/"
    answer = Client().post("/invitation/", {"link": f"http://testserver{link}"})
    assert answer["Location"] == link
