"""Games end while seats change hands: nobody waits for ever, and results find their players."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError, Event
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.archive import importing
from games.archive.importing import import_record
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game, PlayerStatistics, Seat, SeatResult
from games.play import conclusion
from games.results.outcomes import project_end
from games.rules.errors import RuleError
from games.upkeep.ownership import let_go, move_games
from tests.play.test_simultaneous import at_once
from tests.results.finished import player
from tests.results.test_ratings import play_one
from tests.rules.examples import example
from tests.tables import ends_the_game, play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def with_connection(action: Callable[[], Any]) -> Any:
    """In a thread of its own."""
    try:
        return action()
    finally:
        connection.close()


def wait_for_one_who_waits() -> None:
    """Return as soon as another connection waits for a lock."""
    for _ in range(1000):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(0.01), count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[1]:
                return
    pytest.fail("nobody waits")


def nearly_over(user: User) -> Game:
    """With one move left."""
    game = create_game(user=user, terms=Terms(players=2))
    join(game_id=game.pk, user=player("Maya"), invitation=game.invitation)
    play_on(game, until=ends_the_game)
    return game


def end_meanwhile(
    game: Game, change_hands: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others change hands just before the end is entered."""
    entered = Event()

    def enter_late(*args: Any) -> None:
        entered.set()
        wait_for_one_who_waits()
        project_end(*args)

    def wait_and_change() -> None:
        entered.wait(60)
        change_hands()

    with monkeypatch.context() as patch, ThreadPoolExecutor(2) as threads:
        patch.setattr(conclusion, "project_end", enter_late)
        ends = threads.submit(with_connection, lambda: play_one(game))
        changes = threads.submit(with_connection, wait_and_change)
        ends.result(60)
        changes.result(60)


def nothing_is_lost() -> bool:
    """All results equal those of a rebuild."""
    before = list(PlayerStatistics.objects.order_by("user").values("user", "players", "tally"))
    call_command("rebuild", verbosity=0)
    call_command("verify_log", verbosity=0)
    return before == list(
        PlayerStatistics.objects.order_by("user").values("user", "players", "tally")
    )


def test_a_guest_becomes_an_account_while_a_game_of_theirs_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    guest, bruno = new_guest(), player("Bruno")
    game = nearly_over(guest)

    def sign_in() -> None:
        with transaction.atomic():
            move_games(source=guest, target=bruno)
            guest.delete()

    end_meanwhile(game, sign_in, monkeypatch)
    assert set(SeatResult.objects.values_list("user__username", flat=True)) == {"Bruno", "Maya"}
    assert PlayerStatistics.objects.get(user=bruno).tally["games"] == 1
    assert nothing_is_lost()


def test_an_account_goes_away_while_a_game_of_theirs_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    bruno = player("Bruno")
    game = nearly_over(bruno)

    def go_away() -> None:
        with transaction.atomic():
            let_go(user=bruno, name="Former player")
            User.objects.get(pk=bruno.pk).delete()

    end_meanwhile(game, go_away, monkeypatch)
    assert Seat.objects.filter(game=game, user=None, name="Former player").exists()
    assert set(SeatResult.objects.values_list("user__username", flat=True)) == {None, "Maya"}
    assert nothing_is_lost()


def test_records_that_are_imported_at_once_are_no_more_than_one_may_keep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importing, "MOST_KEPT", 1)
    counted, title = Barrier(2), importing._title

    def hold_up(*args: Any) -> str:
        """Let the other count first, if it can."""
        with suppress(BrokenBarrierError):
            counted.wait(1)
        return title(*args)

    monkeypatch.setattr(importing, "_title", hold_up)
    owner, record = new_guest(), json.dumps(example(3)).encode()

    def bring(_: int) -> str:
        try:
            import_record(user=owner, data=record)
        except RuleError as refused:
            return refused.code
        return "kept"

    assert sorted(at_once(2, bring)) == ["kept", "too_many_records"]
