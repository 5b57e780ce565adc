"""Moderators decide while players act: nobody who is banned ends up on a chair."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event

import pytest
from django.db import connection

from accounts.models import User
from games.lobby.joining import join
from games.lobby.leaving import leave_before_start
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.models import Game
from games.order import players
from games.order.audit import record
from games.rules.errors import RuleError
from tests.order.people import moderator, player

pytestmark = pytest.mark.django_db(transaction=True)


def closing(act: Callable[[], str]) -> Callable[[], str]:
    """For a thread of its own; leaves no connection behind."""

    def run() -> str:
        try:
            return act()
        finally:
            connection.close()

    return run


def until_it_waits(other: Future[str]) -> None:
    """Return once the other waits for this thread's transaction, or is done."""
    with connection.cursor() as cursor:
        while not other.done():
            cursor.execute(
                "SELECT count(*) FROM pg_locks AS mine JOIN pg_locks AS theirs"
                " USING (transactionid) WHERE mine.pid = pg_backend_pid()"
                " AND mine.granted AND NOT theirs.granted"
            )
            if cursor.fetchone()[0]:
                return
            wait([other], timeout=0.01)


@pytest.mark.postgres
def test_who_sits_down_while_being_banned_is_not_seated(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bruno = moderator(), player("Bruno")
    game = create_game(user=player("Maya"), terms=Terms(players=3, open=True))
    chairs_are_kept, submitted, joining = Event(), Event(), list[Future[str]]()

    def record_later(*args: object, **more: object) -> object:
        """Bots have all chairs, and nothing is committed yet."""
        chairs_are_kept.set()
        assert submitted.wait(30)
        until_it_waits(joining[0])
        return record(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("games.order.players.record", record_later)

    def ban() -> str:
        players.ban(player=bruno, by=ada, reason="Two accounts.")
        return "banned"

    def sit_down() -> str:
        assert chairs_are_kept.wait(30)
        try:
            join(game_id=game.pk, user=bruno)
        except RuleError as refused:
            return refused.code
        return "seated"

    with ThreadPoolExecutor(2) as threads:
        banning = threads.submit(closing(ban))
        joining.append(threads.submit(closing(sit_down)))
        submitted.set()
        assert banning.result(60) == "banned"
        assert joining[0].result(60) == "banned"
    assert not game.seats.filter(user=bruno).exists()


def test_a_game_that_begins_while_its_player_is_banned_goes_on_with_a_bot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, bruno = moderator(), player("Bruno")
    begun, waiting = (create_game(user=bruno, terms=Terms(players=2, open=True)) for _ in range(2))

    def begin_first(*, game_id: int, user: User) -> None:
        if game_id == begun.pk:
            join(game_id=begun.pk, user=player("Maya"))
        leave_before_start(game_id=game_id, user=user)

    monkeypatch.setattr("games.lobby.leaving.leave_before_start", begin_first)
    action = players.ban(player=bruno, by=ada, reason="Two accounts.")
    assert action.details["chairs"] == 1
    assert load(begun).chairs.kept == {0}
    assert not Game.objects.filter(pk=waiting.pk).exists()
