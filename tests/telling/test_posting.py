"""Pushes and hooks go out by the same notices as emails, each once, and are taken back."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from games.lobby.invitations import invite
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Destination, HookForm, Notice, NoticeState, Seat, SentNotice
from games.notices.seen import read_news
from games.play.chat import say
from games.telling import posting
from games.telling.closing import CLAIMED_FOR
from games.telling.decisions import Letter
from games.telling.destinations import switch_on
from games.telling.gather import due_units
from games.telling.messages import message_for
from games.telling.post.posting import LIMIT
from games.telling.post.send import SIDE_BY_SIDE
from games.telling.posting import post_due
from tests.tables import is_on, play_on
from tests.telling.people import (
    DAY,
    HOUR,
    MINUTE,
    NOON,
    a_game_an_hour,
    choose,
    post_at,
    see,
    send_at,
    table_waiting_for,
    withdraw_at,
)
from tests.telling.post.messages import device_of, hook_of
from tests.telling.post.servers import HookServer, PushService
from tests.telling.server import Mailbox, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture(autouse=True)
def alone(bruno: User) -> None:
    """Only Maya is told."""
    choose(bruno, tell_turns="none")


def test_a_turn_is_told_by_every_way_its_player_has(
    mailbox: Mailbox,
    maya: User,
    bruno: User,
    device: Destination,
    hook: Destination,
    push_service: PushService,
    hook_server: HookServer,
) -> None:
    game = table_waiting_for(maya, bruno)
    at = NOON + 10 * MINUTE
    assert (send_at(at), post_at(at)) == (1, 2)
    [push] = push_service.received
    assert push["title"] == "You’re on in Tuesday Troupe"
    assert push["body"].endswith("23 h left.")
    assert push["url"].endswith(f"/games/{game.public_id}/")
    assert push["tag"] == game.public_id
    assert push["count"] == 1
    [told] = hook_server.received
    assert told["data"]["title"] == push["title"]
    assert post_at(at + MINUTE) == 0


def test_what_is_ticked_off_for_a_way_does_not_go_by_it(
    maya: User, bruno: User, device: Destination, hook: Destination, push_service: PushService
) -> None:
    choose(maya, not_by_hook="turn,last_call,table")
    table_waiting_for(maya, bruno)
    assert post_at(NOON + 10 * MINUTE) == 1
    assert len(push_service.received) == 1


def test_one_a_day_is_one_push_about_everything(
    maya: User, bruno: User, device: Destination, push_service: PushService
) -> None:
    choose(maya, tell_turns="daily", digest_hour=18)
    for name in ("One", "Two"):
        table_waiting_for(maya, bruno, name=name, turn_seconds=7 * DAY)
    assert post_at(NOON + 6 * HOUR) == 1
    [push] = push_service.received
    assert (push["title"], push["body"]) == ("2 games wait for you", "One, Two")
    assert post_at(NOON + 7 * HOUR) == 0
    assert post_at(NOON + 30 * HOUR) == 1


def test_an_invitation_goes_by_push_and_hook(
    maya: User,
    bruno: User,
    device: Destination,
    hook: Destination,
    push_service: PushService,
    hook_server: HookServer,
) -> None:
    game = create_game(user=bruno, terms=Terms(players=3, name="Slow Sunday", turn_seconds=DAY))
    invite(game_id=game.pk, by=bruno, user=maya)
    assert post_at(NOON) == 2
    assert push_service.received[0]["title"] == "Bruno invites you to Slow Sunday"
    assert hook_server.received[0]["data"]["title"] == "Bruno invites you to Slow Sunday"


def test_no_message_holds_chat_or_a_link_that_plays(
    maya: User,
    bruno: User,
    device: Destination,
    hook: Destination,
    push_service: PushService,
    hook_server: HookServer,
) -> None:
    game = table_waiting_for(maya, bruno)
    seat = Seat.objects.get(game=game, user=bruno).number
    say(game_id=game.pk, seat=seat, text="Who takes these sevens?")
    assert post_at(NOON + 10 * MINUTE) == 2
    for told in (push_service.received[0], hook_server.received[0]):
        assert "sevens" not in str(told)
        assert "/turn/" not in str(told)


def test_a_notification_goes_away_when_the_turn_is_played_elsewhere(
    maya: User, bruno: User, device: Destination, push_service: PushService
) -> None:
    game = table_waiting_for(maya, bruno)
    assert post_at(NOON + 10 * MINUTE) == 1
    assert withdraw_at(NOON + 11 * MINUTE) == 0
    with time_machine.travel(NOON + 12 * MINUTE, tick=False):
        play_on(game, moves=1)
    assert withdraw_at(NOON + 12 * MINUTE) == 1
    assert push_service.received[-1]["withdraw"] is True
    assert push_service.received[-1]["tag"] == game.public_id
    assert push_service.received[-1]["count"] == 1  # that the game has begun
    assert withdraw_at(NOON + 13 * MINUTE) == 0


def test_a_notification_that_a_later_turn_replaced_stays(
    maya: User, bruno: User, device: Destination, push_service: PushService
) -> None:
    game = table_waiting_for(maya, bruno)
    post_at(NOON + 10 * MINUTE)
    with time_machine.travel(NOON + 12 * MINUTE, tick=False):
        play_on(game, moves=1)
        play_on(game, until=is_on(Seat.objects.get(game=game, user=maya).number))
    assert post_at(NOON + 30 * MINUTE) == 1
    assert withdraw_at(NOON + 30 * MINUTE) == 0


def test_one_notification_about_everything_goes_away_with_the_last_of_its_games(
    maya: User, bruno: User, device: Destination, push_service: PushService
) -> None:
    choose(maya, tell_turns="daily", digest_hour=18)
    games = [
        table_waiting_for(maya, bruno, name=name, turn_seconds=7 * DAY) for name in ("One", "Two")
    ]
    assert post_at(NOON + 6 * HOUR) == 1
    for game, taken_back in zip(games, (0, 1), strict=True):
        with time_machine.travel(NOON + 7 * HOUR, tick=False):
            play_on(game, moves=1)
        assert withdraw_at(NOON + 7 * HOUR) == taken_back
    assert push_service.received[-1]["tag"] == push_service.received[0]["tag"]


class TestOnce:
    def test_what_one_sender_has_claimed_no_other_sends(
        self, maya: User, bruno: User, device: Destination, push_service: PushService
    ) -> None:
        table_waiting_for(maya, bruno)
        with time_machine.travel(NOON + 10 * MINUTE, tick=False):
            units = due_units(posting.WAYS)
            assert len(posting._claimed(units)[0]) == 1
            assert posting._claimed(units) == ([], set())
            assert post_due() == 0

    def test_what_a_killed_sender_had_claimed_goes_out_under_the_same_name(
        self, maya: User, bruno: User, hook: Destination, hook_server: HookServer
    ) -> None:
        table_waiting_for(maya, bruno)
        with time_machine.travel(NOON + 10 * MINUTE, tick=False):
            [post], _rest = posting._claimed(due_units(posting.WAYS))
            posting._attempt(post)
        assert post_at(NOON + 10 * MINUTE + CLAIMED_FOR) == 1
        first, second = (request.headers["webhook-id"] for request in hook_server.requests)
        assert first == second

    def test_a_batch_holds_no_more_than_can_be_sent_before_its_claims_run_out(
        self,
        maya: User,
        bruno: User,
        hook: Destination,
        hook_server: HookServer,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        rounds = -(-posting.MOST_POSTS // SIDE_BY_SIDE)
        assert rounds * timedelta(seconds=LIMIT) < CLAIMED_FOR
        monkeypatch.setattr(posting, "MOST_POSTS", 2)
        for _ in range(5):
            table_waiting_for(maya, bruno)
        with time_machine.travel(NOON + 10 * MINUTE, tick=False):
            units = due_units(posting.WAYS)
            posts, rest = posting._claimed(units)
            assert len(posts) == 2
            assert rest == units
            # Nobody else tells this user of the rest meanwhile.
            assert post_due() == 0
            for post in posts:
                assert posting._note(post, posting._attempt(post))
            assert post_due() == 3
        assert len({each["data"]["tag"] for each in hook_server.received}) == 5

    def test_a_turn_told_again_has_another_name(
        self, maya: User, bruno: User, hook: Destination, hook_server: HookServer
    ) -> None:
        table_waiting_for(maya, bruno, turn_seconds=None)
        assert post_at(NOON + 10 * MINUTE) == 1
        assert post_at(NOON + timedelta(days=1)) == 1
        assert len({request.headers["webhook-id"] for request in hook_server.requests}) == 2

    def test_a_look_while_it_is_under_way_still_puts_off(
        self, maya: User, bruno: User, device: Destination, push_service: PushService
    ) -> None:
        game = table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
        with time_machine.travel(NOON + 10 * MINUTE, tick=False):
            [post], _rest = posting._claimed(due_units(posting.WAYS))
            see(game, maya)
            assert posting._note(post, posting._attempt(post))
        assert post_at(NOON + 3 * HOUR) == 0
        assert post_at(NOON + 3 * HOUR + 10 * MINUTE) == 1

    def test_a_look_while_it_fails_still_puts_off(
        self, maya: User, bruno: User, device: Destination, push_service: PushService
    ) -> None:
        game = table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
        push_service.status = 503
        with time_machine.travel(NOON + 10 * MINUTE, tick=False):
            [post], _rest = posting._claimed(due_units(posting.WAYS))
            see(game, maya)
            assert not posting._note(post, posting._attempt(post))
        push_service.status = 201
        assert post_at(NOON + 3 * HOUR) == 0
        assert post_at(NOON + 3 * HOUR + 10 * MINUTE) == 1


class TestDeadServices:
    def test_a_failure_is_tried_again_until_it_works(
        self, maya: User, bruno: User, device: Destination, push_service: PushService
    ) -> None:
        table_waiting_for(maya, bruno)
        push_service.status = 503
        assert post_at(NOON + 10 * MINUTE) == 0
        push_service.status = 201
        assert post_at(NOON + 10 * MINUTE + timedelta(seconds=30)) == 0
        assert post_at(NOON + 11 * MINUTE) == 1
        device.refresh_from_db()
        assert device.failing_since is None

    @pytest.mark.parametrize("way", ["push", "hook"])
    def test_a_turn_is_told_within_the_hour_once_its_dead_service_is_back(
        self,
        maya: User,
        bruno: User,
        push_service: PushService,
        hook_server: HookServer,
        way: str,
    ) -> None:
        if way == "push":
            device_of(maya, push_service)
        else:
            hook_of(maya, hook_server.address())
        table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
        push_service.status = hook_server.status = 503
        at = NOON + 48 * HOUR
        for hours in range(1, 48):
            assert post_at(NOON + hours * HOUR) == 0
        push_service.status = hook_server.status = 204
        assert sum(post_at(at + minutes * MINUTE) for minutes in range(0, 61, 10)) == 1

    def test_what_was_to_go_to_a_hook_that_is_switched_off_ends(
        self, maya: User, bruno: User, hook: Destination, hook_server: HookServer
    ) -> None:
        table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
        hook_server.status = 500
        for hours in range(1, 80, 6):
            post_at(NOON + hours * HOUR)
        hook.refresh_from_db()
        assert hook.off_since is not None
        turns = Notice.objects.filter(user=maya, way="hook", stage="turn")
        assert turns.latest("seq").state == NoticeState.DROPPED

    def test_one_that_fails_holds_up_no_other(
        self,
        maya: User,
        bruno: User,
        device: Destination,
        hook: Destination,
        push_service: PushService,
        hook_server: HookServer,
    ) -> None:
        table_waiting_for(maya, bruno)
        push_service.status = 500
        assert post_at(NOON + 10 * MINUTE) == 1
        assert len(hook_server.received) == 1

    def test_a_device_that_is_gone_is_forgotten(
        self, maya: User, bruno: User, device: Destination, push_service: PushService
    ) -> None:
        table_waiting_for(maya, bruno)
        push_service.status = 410
        assert post_at(NOON + 10 * MINUTE) == 0
        assert not Destination.objects.exists()
        assert post_at(NOON + 20 * MINUTE) == 0
        assert Notice.objects.filter(way="push", state="due", due_at__lte=NOON + HOUR).count() == 0

    def test_a_hook_is_switched_off_after_days_of_failure_and_its_owner_told(
        self,
        mailbox: Mailbox,
        maya: User,
        bruno: User,
        hook: Destination,
        hook_server: HookServer,
    ) -> None:
        choose(maya, not_by_mail="turn,last_call,table")
        hook_server.status = 500
        table_waiting_for(maya, bruno, turn_seconds=None)
        at = NOON
        while at < NOON + timedelta(days=9):
            at += 6 * HOUR
            post_at(at)
        hook.refresh_from_db()
        assert hook.off_since is not None
        tries = len(hook_server.requests)
        choose(maya, tell_turns="each")
        assert post_at(at + HOUR) == 0
        assert len(hook_server.requests) == tries
        assert send_at(at + HOUR) == 1
        assert re.match(r"Your webhook .* is switched off", mailbox.only()["Subject"])
        assert "could no longer reach it" in text_of(mailbox.only())

    def test_nobody_is_told_that_a_device_is_switched_off_which_is_no_webhook(
        self,
        mailbox: Mailbox,
        maya: User,
        bruno: User,
        device: Destination,
        push_service: PushService,
    ) -> None:
        choose(maya, not_by_mail="turn,last_call,table")
        push_service.status = 500
        table_waiting_for(maya, bruno, turn_seconds=None)
        for hours in range(6, 10 * 24, 12):
            post_at(NOON + hours * HOUR)
        device.refresh_from_db()
        assert device.off_since is not None
        assert not Notice.objects.filter(stage="hook_off").exists()
        assert send_at(NOON + timedelta(days=11)) == 0

    def test_a_hook_that_is_switched_off_again_is_told_of_again_although_the_first_was_read(
        self,
        mailbox: Mailbox,
        maya: User,
        bruno: User,
        device: Destination,
        hook: Destination,
        push_service: PushService,
        hook_server: HookServer,
    ) -> None:
        choose(maya, not_by_mail="turn,last_call,table", not_by_push="turn,last_call,table")
        hook_server.status = 410
        for hours in (1, 2):
            with time_machine.travel(NOON + hours * HOUR, tick=False):
                table_waiting_for(maya, bruno, name=f"Game {hours}")
            post_at(NOON + hours * HOUR + 10 * MINUTE)
            at = NOON + hours * HOUR + 11 * MINUTE
            post_at(at)
            assert (send_at(at), withdraw_at(at)) == (1, 0)
            assert push_service.received[-1]["title"] == mailbox.mails[-1]["Subject"].replace(
                "'", "’"
            )
            read_news(user_id=maya.pk)
            assert withdraw_at(at) == 1
            assert push_service.received[-1]["withdraw"] is True
            switch_on(hook)


def test_discord_gets_its_own_form(maya: User, bruno: User, hook_server: HookServer) -> None:
    hook_of(maya, hook_server.address(), form=HookForm.DISCORD)
    table_waiting_for(maya, bruno, name="**Bold** @everyone")
    assert post_at(NOON + 10 * MINUTE) == 1
    [told] = hook_server.received
    assert told["allowed_mentions"] == {"parse": []}
    assert "**Bold**" not in told["content"]


def test_what_was_sent_is_noted_by_way_and_the_cap_counts_each(
    maya: User, bruno: User, device: Destination, push_service: PushService
) -> None:
    choose(maya, most_a_day=4)
    a_game_an_hour(maya, bruno, games=6, tell=post_at)
    assert len(push_service.received) == 4
    assert SentNotice.objects.filter(user=maya, way="push", place=device.pk).count() == 4


def test_a_message_that_cannot_be_made_holds_up_no_other(
    maya: User,
    bruno: User,
    device: Destination,
    push_service: PushService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table_waiting_for(maya, bruno, name="Broken Bonanza")
    table_waiting_for(maya, bruno, name="Tuesday Troupe")
    make = message_for

    def breaks(letter: Letter, *given: Any) -> Any:
        if letter.turns[0].game == "Broken Bonanza":
            raise RuntimeError("something broke")
        return make(letter, *given)

    with monkeypatch.context() as broken:
        broken.setattr("games.telling.posting.message_for", breaks)
        assert post_at(NOON + 10 * MINUTE) == 1
        assert post_at(NOON + 10 * MINUTE) == 0
    # Tried again later.
    assert post_at(NOON + 12 * MINUTE) == 1
    assert [each["title"] for each in push_service.received] == [
        "You’re on in Tuesday Troupe",
        "You’re on in Broken Bonanza",
    ]
