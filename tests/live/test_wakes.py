"""What wakes tell: where a game is, as a spectator sees it, and nothing older afterwards."""

import asyncio

import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django import Settings

from games.live import channel
from games.live.channel import Wake
from games.models import Game
from games.order import games as moderation
from games.play import chairs
from games.play.stamps import stamp_for
from games.play.tables import Table, table_for
from tests.logs import write_moves
from tests.order.people import moderator
from tests.tables import next_move, people_game, play_on

A_SPECTATOR = AnonymousUser()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Wake]:
    """Every published wake."""
    published: list[Wake] = []
    monkeypatch.setattr(channel, "publish", lambda wake, _users: published.append(wake))
    return published


def as_a_spectator_sees(game: Game) -> Wake:
    table = table_for(public_id=game.public_id, user=A_SPECTATOR)
    assert isinstance(table, Table)
    assert table.view
    stamp = table.stamp
    return Wake(
        game.public_id, stamp.version, stamp.seq, str(stamp.status), tuple(table.view.to_act)
    )


@pytest.mark.django_db(transaction=True)
def test_a_wake_and_a_list_tell_of_a_game_what_a_spectator_sees(told: list[Wake]) -> None:
    game = people_game(3, bots=1, turn_seconds=None, open_to_all=True)
    ada = moderator()

    def compare() -> Wake:
        seen = as_a_spectator_sees(game)
        assert told[-1] == seen
        stamp = stamp_for(public_id=game.public_id, user=A_SPECTATOR)
        assert stamp
        assert stamp.wake(game.public_id) == seen
        return seen

    # One may have chosen in the orientation, and others not yet.
    assert compare().to_act == (0, 1, 2)
    for _ in range(8):
        play_on(game, 1)
        compare()
    chairs.leave(game_id=game.pk, seat=1)
    compare()
    moderation.pause(game_id=game.pk, by=ada, reason="A report.")
    assert compare().to_act == ()
    moderation.resume(game_id=game.pk, by=ada, reason="Settled.")
    while compare().state == "running":
        write_moves(game.pk, next_move, 40, lambda _state: False)
    assert (told[-1].state, told[-1].to_act) == ("finished", ())
    moderation.void(game_id=game.pk, by=ada, reason="They cheated.")
    assert (compare().state, told[-1].to_act) == ("voided", ())


@pytest.fixture
def _in_this_process(settings: Settings) -> None:
    # Redis, where there is one, begins with a wake of its own.
    settings.REDIS_URL = ""


def heard(*batches: list[Wake]) -> list[list[Wake]]:
    """What a page hears of each batch of wakes."""

    async def scene() -> list[list[Wake]]:
        found = []
        subscription = channel.subscribe(["game:x"])
        for batch in batches:
            for wake in batch:
                subscription.put(wake)
            await asyncio.sleep(0)
            found.append(await subscription.next(0.01))
        channel.unsubscribe(subscription)
        return found

    return asyncio.run(scene())


def at(version: int | None) -> Wake:
    return Wake("x", version, version, "running", (0,)) if version is not None else Wake("x")


@pytest.mark.usefixtures("_in_this_process")
def test_who_was_to_act_before_is_not_told_last() -> None:
    assert heard([at(4), at(3)]) == [[at(4)]]
    assert heard([at(4)], [at(3)], [at(5)]) == [[at(4)], [], [at(5)]]


@pytest.mark.usefixtures("_in_this_process")
def test_a_change_beside_the_log_is_not_lost_in_others() -> None:
    assert heard([at(4), at(None), at(5)]) == [[at(None)]]
    assert heard([at(4)], [at(None)], [at(5)]) == [[at(4)], [at(None)], [at(5)]]
