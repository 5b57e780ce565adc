"""A reader sees the table as it was before a move or after it: no mixture and no error."""

import json
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django.db import connection
from django.test import Client

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby.joining import join
from games.lobby.leaving import close
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.kept import forget_kept, kept_log
from games.log.store import load, replay
from games.models import Actor, Game
from games.order.tables import public_table
from games.play.chairs import leave
from games.play.move import enter_move
from games.upkeep.verify import first_fault
from tests.tables import ends_the_game, ends_the_round, next_move, people_game, play_on

pytestmark = pytest.mark.django_db(transaction=True)

Look = Callable[[], Any]
Act = Callable[[], object]


def in_another_connection(act: Act) -> None:
    failed: list[BaseException] = []

    def run() -> None:
        try:
            act()
        except BaseException as error:  # noqa: BLE001 (raised below)
            failed.append(error)
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]


def look_while(look: Look, act: Act, *, before: int, elsewhere: bool) -> tuple[Any, bool]:
    """What is seen, and whether `act` was committed before the games' statement number `before`.

    `elsewhere`: as if another process had acted, whose replay this one does not have.
    """
    statements = 0
    acted = False

    def count(execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        nonlocal statements, acted
        if '"games_' in sql:
            if statements == before:
                acted = True
                in_another_connection(act)
                if elsewhere:
                    forget_kept()
            statements += 1
        return execute(sql, *args)

    with connection.execute_wrapper(count):
        return look(), acted


def assert_one_moment(
    make: Callable[[], tuple[Look, Act]], *, elsewhere: bool, least: int = 2
) -> None:
    """For every statement of the look: made again, and acted upon right before it."""
    for before in range(100):
        look, act = make()
        old = look()
        if elsewhere:
            forget_kept()
        seen, acted = look_while(look, act, before=before, elsewhere=elsewhere)
        if not acted:
            assert seen == old
            assert before >= least, "nothing was looked at"
            return
        new = look()
        assert old != new, "nothing was done"
        assert seen in (old, new), f"a mixture, if it happens before statement {before}"
    raise AssertionError("A look takes fewer statements.")


def owner_of(game: Game, seat: int) -> User:
    user = game.seats.get(number=seat).user
    assert isinstance(user, User)
    return user


def browser_of(game: Game, seat: int = 0) -> Client:
    browser = Client()
    browser.force_login(owner_of(game, seat), "django.contrib.auth.backends.ModelBackend")
    return browser


def text_of(browser: Client, address: str) -> str:
    """Of the table alone: other games of the player have moments of their own."""
    answer = browser.get(address)
    if answer.status_code == 302:
        return "while hands are turned, a replay has nothing to show"
    assert answer.status_code == 200
    page = BeautifulSoup(answer.content, "html.parser")
    for part in page.select("time, #next-game"):
        part.decompose()
    (shown,) = page.select("#board, #replay")
    return shown.get_text(" ", strip=True)


def json_of(browser: Client, game: Game) -> Any:
    answer = browser.get(f"/api/v1/games/{game.public_id}/")
    assert answer.status_code == 200
    return json.loads(answer.content)


def page(game: Game) -> Look:
    browser = browser_of(game)
    return lambda: text_of(browser, f"/games/{game.public_id}/")


def fragment(game: Game) -> Look:
    browser = browser_of(game)
    return lambda: text_of(browser, f"/games/{game.public_id}/board/")


def program(game: Game) -> Look:
    browser = browser_of(game)
    return lambda: json_of(browser, game)


def moderators_table(game: Game) -> Look:
    return lambda: public_table(game)


def steps(game: Game) -> Look:
    browser = browser_of(game)
    return lambda: text_of(browser, f"/games/{game.public_id}/replay/")


def next_press(game: Game) -> Act:
    state = load(game).state
    seat, move = next_move(state)
    return lambda: enter_move(
        game_id=game.pk, seat=seat, move=move, seq=state.seq, actor=Actor.PLAYER
    )


@pytest.mark.slow
@pytest.mark.parametrize("elsewhere", [False, True])
@pytest.mark.parametrize("surface", [page, fragment, program, steps, moderators_table])
def test_a_round_may_end_and_be_dealt_anew_while_somebody_looks(
    surface: Callable[[Game], Look], elsewhere: bool
) -> None:
    def make() -> tuple[Look, Act]:
        game = people_game(2)
        play_on(game, until=ends_the_round)
        return surface(game), next_press(game)

    assert_one_moment(make, elsewhere=elsewhere)


@pytest.mark.slow
@pytest.mark.parametrize("surface", [page, fragment, program])
def test_a_game_may_end_while_somebody_looks(surface: Callable[[Game], Look]) -> None:
    def make() -> tuple[Look, Act]:
        game = people_game(2)
        play_on(game, until=ends_the_game)
        return surface(game), next_press(game)

    assert_one_moment(make, elsewhere=True)


@pytest.mark.parametrize("surface", [program, moderators_table])
def test_a_game_may_begin_while_somebody_looks(surface: Callable[[Game], Look]) -> None:
    def make() -> tuple[Look, Act]:
        game = create_game(user=new_guest(), terms=Terms(players=2))
        other = new_guest()
        return surface(game), lambda: join(game_id=game.pk, user=other, invitation=game.invitation)

    assert_one_moment(make, elsewhere=True, least=1)


def test_who_sits_at_a_table_is_known_although_it_began_while_it_was_read() -> None:
    """What is kept of a game that a bot would otherwise play for its people."""
    for before in range(100):
        game, other = create_game(user=new_guest(), terms=Terms(players=2)), new_guest()
        forget_kept()
        _seen, acted = look_while(
            lambda game=game: load(game),  # type: ignore[misc]
            lambda game=game, other=other: join(  # type: ignore[misc]
                game_id=game.pk, user=other, invitation=game.invitation
            ),
            before=before,
            elsewhere=True,
        )
        kept = kept_log(game.pk)
        assert kept is None or kept.people == replay(game).people == {0, 1}
        if not acted:
            return
    raise AssertionError("Loading takes fewer statements.")


def test_a_table_may_be_closed_while_somebody_looks() -> None:
    for before in range(100):
        game = create_game(user=new_guest(), terms=Terms(players=2, open=True))
        stranger = Client()
        address = f"/api/v1/games/{game.public_id}/"
        answer, acted = look_while(
            lambda stranger=stranger, address=address: stranger.get(address),  # type: ignore[misc]
            lambda game=game: close(game_id=game.pk, by=owner_of(game, 0)),  # type: ignore[misc]
            before=before,
            elsewhere=False,
        )
        assert answer.status_code in (200, 401, 404)
        if not acted:
            return
    raise AssertionError("A look takes fewer statements.")


def test_who_leaves_while_the_table_is_read_sees_no_hand_that_was_dealt_later() -> None:
    def make() -> tuple[Look, Act]:
        game = people_game(3)
        play_on(game, until=ends_the_round)
        press = next_press(game)

        def leave_and_deal() -> None:
            leave(game_id=game.pk, seat=0)
            if 0 not in load(game).state.to_act:
                press()

        return program(game), leave_and_deal

    assert_one_moment(make, elsewhere=True)


def test_a_move_made_while_a_game_is_verified_is_no_fault() -> None:
    for before in range(100):
        game = people_game(2)
        play_on(game, until=ends_the_round)
        fault, acted = look_while(
            lambda game=game: first_fault(game),  # type: ignore[misc]
            next_press(game),
            before=before,
            elsewhere=True,
        )
        assert fault is None
        if not acted:
            return
    raise AssertionError("Verifying takes fewer statements.")
