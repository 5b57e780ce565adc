"""Notifications whose reason is gone are taken back, at once or once their device is back."""

from datetime import datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.models import Destination, Game, Notice
from games.telling.posting import post_due
from games.telling.withdrawing import TRIES, withdraw_gone
from tests.tables import play_on
from tests.telling.people import DAY, HOUR, MINUTE, NOON, choose, table_waiting_for, withdraw_at
from tests.telling.post.servers import PushService

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def game(maya: User, bruno: User, device: Destination) -> Game:
    """Maya's device shows that it is her turn."""
    choose(bruno, tell_turns="none")
    game = table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
    with time_machine.travel(NOON + 10 * MINUTE, tick=False):
        assert post_due() == 1
    return game


def play(game: Game) -> None:
    with time_machine.travel(NOON + 11 * MINUTE, tick=False):
        play_on(game, moves=1)


def test_a_device_that_cannot_be_reached_for_hours_is_tried_again(
    game: Game, push_service: PushService
) -> None:
    play(game)
    push_service.status = 503
    assert withdraw_at(NOON + 12 * MINUTE) == 0
    # Not at once.
    tries = len(push_service.requests)
    assert withdraw_at(NOON + 13 * MINUTE) == 0
    assert len(push_service.requests) == tries
    for minutes in range(14, 2 * 60, 10):
        assert withdraw_at(NOON + minutes * MINUTE) == 0
    push_service.status = 201
    assert [withdraw_at(NOON + hours * HOUR) for hours in (3, 4, 5)] == [1, 0, 0]
    assert push_service.received[-1]["withdraw"] is True


def test_after_some_hours_an_old_notification_stays(game: Game, push_service: PushService) -> None:
    play(game)
    push_service.status = 503
    before = len(push_service.requests)
    for minutes in range(12, 12 * 60, 10):
        assert withdraw_at(NOON + minutes * MINUTE) == 0
    assert len(push_service.requests) - before == TRIES
    assert not Notice.objects.filter(shown=True).exists()


def test_a_device_that_is_gone_is_tried_once(game: Game, push_service: PushService) -> None:
    play(game)
    push_service.status = 410
    assert withdraw_at(NOON + 12 * MINUTE) == 0
    before = len(push_service.requests)
    assert withdraw_at(NOON + 3 * HOUR) == 0
    assert len(push_service.requests) == before


def test_a_try_that_was_killed_is_made_again(
    game: Game, push_service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        """The process ends."""

    def killed(withdrawal: object) -> None:
        raise KilledError

    play(game)
    with monkeypatch.context() as dying:
        dying.setattr("games.telling.withdrawing._attempt", killed)
        with pytest.raises(KilledError):
            withdraw_at(NOON + 12 * MINUTE)
    assert withdraw_at(NOON + 15 * MINUTE) == 1


@pytest.mark.parametrize(("first", "then"), [("each", "daily"), ("daily", "each")])
def test_what_is_taken_back_is_what_was_shown_whatever_its_owner_has_chosen_since(
    maya: User, bruno: User, device: Destination, push_service: PushService, first: str, then: str
) -> None:
    choose(bruno, tell_turns="none")
    choose(maya, tell_turns=first, digest_hour=18)
    game = table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
    with time_machine.travel(NOON + 6 * HOUR, tick=False):
        assert post_due() == 1
        choose(maya, tell_turns=then)
    with time_machine.travel(NOON + 6 * HOUR + MINUTE, tick=False):
        play_on(game, moves=1)
    assert withdraw_at(NOON + 6 * HOUR + MINUTE) == 1
    shown, withdrawn = push_service.received
    assert (withdrawn["tag"], withdrawn["withdraw"]) == (shown["tag"], True)


def test_two_at_once_take_it_back_once(
    game: Game, push_service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    from games.telling import withdrawing

    play(game)
    look = withdrawing._gone
    seen: list[datetime] = []

    def both_look(now: datetime) -> list[Notice]:
        found = look(now)
        if not seen:
            seen.append(now)
            assert withdraw_gone() == 1
        return found

    monkeypatch.setattr(withdrawing, "_gone", both_look)
    assert withdraw_at(NOON + 12 * MINUTE) == 0
    assert withdraw_at(NOON + 12 * MINUTE + timedelta(hours=1)) == 0
