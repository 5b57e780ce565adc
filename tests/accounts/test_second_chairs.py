"""One person has one hand at a table, under whatever names they sat down."""

import json
import re
from typing import NamedTuple

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.reading import read_rows
from games.models import (
    ChairEvent,
    Game,
    GameStatus,
    HeadToHead,
    Kind,
    Notice,
    NoticeState,
    PlayerStatistics,
    Seat,
    SeatResult,
)
from games.rules.cards import card_names
from games.upkeep.verify import first_fault
from tests.accounts.people import account, sign_in
from tests.api.conftest import Program
from tests.names import misplaced
from tests.tables import is_on, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.database]

GUS, BRUNO, MAYA = range(3)
"""Gus is Bruno, too."""


class Evening(NamedTuple):
    game: Game
    bruno: User
    maya: User
    as_gus: Client
    """In which Bruno has sat down as a guest."""
    as_bruno: Client

    @property
    def seats(self) -> list[tuple[int, int | None, str]]:
        rows = Seat.objects.filter(game=self.game).order_by("number")
        return list(rows.values_list("number", "user_id", "name"))


def sit_down(game: Game, client: Client, **name: str) -> None:
    answer = client.post(f"/invitation/{game.invitation}/", name)
    assert answer.status_code == 302, answer.content.decode()


@pytest.fixture
def evening() -> Evening:
    """Gus and Bruno at a table for three that Gus opened; Maya has yet to come."""
    bruno, maya = account(), account("Maya", "maya@example.org")
    as_gus, as_bruno, as_maya = Client(), Client(), Client()
    as_bruno.force_login(bruno)
    as_maya.force_login(maya)
    as_gus.post("/games/new/", {"players": "3", "your_name": "Gus", "turn": "86400"})
    game = Game.objects.get()
    sit_down(game, as_bruno)
    return Evening(game, bruno, maya, as_gus, as_bruno)


@pytest.fixture
def running(evening: Evening) -> Evening:
    client = Client()
    client.force_login(evening.maya)
    sit_down(evening.game, client)
    play_on(evening.game, moves=7)
    return evening


def test_a_bot_keeps_the_guest_s_chair_for_good(running: Evening) -> None:
    assert sign_in(running.as_gus, "Bruno")
    assert running.seats == [
        (GUS, None, "Gus"),
        (BRUNO, running.bruno.pk, "Bruno"),
        (MAYA, running.maya.pk, "Maya"),
    ]
    last = read_rows(running.game.pk).moves[-1]
    assert (last.seat, last.type, last.actor) == (GUS, ChairEvent.LEAVE, "player")
    assert first_fault(running.game) is None
    page = running.as_gus.get(f"/games/{running.game.public_id}/").content.decode()
    assert "left" in re.sub(r"<[^>]+>", " ", page)


@pytest.mark.parametrize("moves", [0, 10_000])
def test_the_chair_is_still_a_guest_s(running: Evening, moves: int) -> None:
    assert sign_in(running.as_gus, "Bruno")
    play_on(running.game, moves=moves)
    path = f"/games/{running.game.public_id}/"
    kinds = {"Gus": Kind.GUEST, "Bruno": Kind.MEMBER, "Maya": Kind.MEMBER}
    for part in ("", "board/"):
        page = running.as_bruno.get(path + part, headers={"HX-Request": "true"} if part else {})
        assert misplaced(page.content.decode(), kinds, own="Bruno") == []
    seats = Program(running.maya).get(path).body["seats"]
    assert [one["guest"] for one in seats] == [True, False, False]


@pytest.mark.parametrize("moves", [0, 7])
def test_the_account_is_shown_its_own_hand_alone(evening: Evening, moves: int) -> None:
    client = Client()
    client.force_login(evening.maya)
    sit_down(evening.game, client)
    play_on(evening.game, moves=moves)
    assert sign_in(evening.as_gus, "Bruno")
    program = Program(evening.bruno)
    path = f"/games/{evening.game.public_id}/"
    for acting in (GUS, BRUNO, MAYA):
        state = play_on(evening.game, until=is_on(acting))
        assert state.round is not None
        hands = state.round.hands
        view = program.get(path).body["view"]
        assert (view["seat"], view["hand"]) == (BRUNO, card_names(hands[BRUNO]))
        told = json.loads(evening.as_gus.get("/account/data/").content)["games"]
        assert [one["seat"] for one in told] == [BRUNO]
        for browser in (evening.as_gus, evening.as_bruno):
            for part in ("", "board/"):
                hand = browser.get(path + part).context["board"].hand
                assert [each.card for each in hand.cards] == list(hands[BRUNO])


def test_nobody_moves_for_the_chair(running: Evening) -> None:
    state = play_on(running.game, until=is_on(GUS))
    assert sign_in(running.as_gus, "Bruno")
    program = Program(running.bruno)
    body = {"type": "show", "start": 0, "stop": 1, "seq": state.seq}
    refused = program.post(f"/games/{running.game.public_id}/moves/", body)
    assert (refused.status, refused.body["code"]) == (403, "not_your_turn")


def test_nobody_is_told_that_it_is_the_chair_s_turn(running: Evening) -> None:
    play_on(running.game, until=is_on(GUS))
    assert sign_in(running.as_gus, "Bruno")
    assert not Notice.objects.filter(seat=GUS, state=NoticeState.DUE).exists()


def test_the_chair_counts_for_nobody_when_the_game_is_over(running: Evening) -> None:
    assert sign_in(running.as_gus, "Bruno")
    play_on(running.game)
    results = SeatResult.objects.order_by("seat__number").values_list("user_id", "left")
    assert list(results) == [(None, True), (running.bruno.pk, False), (running.maya.pk, False)]
    pairs = HeadToHead.objects.order_by("user").values_list("user_id", "opponent_id", "games")
    both = sorted((running.bruno.pk, running.maya.pk))
    assert list(pairs) == [(both[0], both[1], 1), (both[1], both[0], 1)]
    assert {row.user_id: row.tally["games"] for row in PlayerStatistics.objects.all()} == {
        running.bruno.pk: 1,
        running.maya.pk: 1,
    }
    call_command("verify_log", verbosity=0)


def test_before_the_game_begins_the_guest_s_seat_is_free_again(evening: Evening) -> None:
    assert sign_in(evening.as_gus, "Bruno")
    assert evening.seats == [(BRUNO, evening.bruno.pk, "Bruno")]
    evening.game.refresh_from_db()
    assert evening.game.creator == evening.bruno
    assert evening.game.summary.status == GameStatus.OPEN
    page = evening.as_gus.get(f"/games/{evening.game.public_id}/")
    assert page.status_code == 200


def test_a_game_that_is_over_keeps_both_seats(running: Evening) -> None:
    play_on(running.game)
    assert sign_in(running.as_gus, "Bruno")
    assert [user for _, user, _ in running.seats] == [
        running.bruno.pk,
        running.bruno.pk,
        running.maya.pk,
    ]
    assert first_fault(running.game) is None


def test_whoever_opened_several_tables_keeps_a_chair_at_each(running: Evening) -> None:
    other = create_game(user=running.maya, terms=Terms(players=2))
    sit_down(other, running.as_gus, name="Gustav")
    assert sign_in(running.as_gus, "Bruno")
    assert Seat.objects.get(game=other, number=1).user == running.bruno
    assert Seat.objects.filter(user=running.bruno).count() == 2
