"""How soon and how often: at once, after a look, again, within the cap, quiet games."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.lobby.invitations import decline, invite
from games.lobby.opening import create_game
from games.lobby.rematch import rematch
from games.lobby.terms import Terms
from games.log.store import append_chair_event, lock
from games.models import Actor, ChairEvent, Game, Notice, Seat
from games.play import clock
from games.play.chairs import keep
from games.play.conclusion import conclude
from tests.pages.lobby.pressing import signed_in
from tests.tables import is_on, play_on
from tests.telling.people import (
    DAY,
    HOUR,
    MINUTE,
    NOON,
    a_game_an_hour,
    choose,
    due,
    see,
    send_at,
    table,
    table_waiting_for,
)
from tests.telling.server import Mailbox, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

SECOND = timedelta(seconds=1)


def told_between(start: datetime, end: datetime, step: timedelta = HOUR) -> list[timedelta]:
    """When emails went out, after `start`."""
    moments = []
    moment = start
    while moment <= end:
        if send_at(moment):
            moments.append(moment - start)
        moment += step
    return moments


def open_page(monkeypatch: pytest.MonkeyPatch, *people: User) -> None:
    here = {f"user:{user.pk}" for user in people}
    monkeypatch.setattr("games.live.watching.watched_of", lambda spots: here & set(spots))


class TestAtOnce:
    def test_means_within_a_minute_if_no_page_is_open(
        self, mailbox: Mailbox, maya: User, bruno: User
    ) -> None:
        choose(maya, tell_turns="once")
        table_waiting_for(maya, bruno)
        assert send_at(NOON + 29 * SECOND) == 0
        assert send_at(NOON + 40 * SECOND) == 1

    def test_means_after_five_minutes_unseen_if_one_is(
        self, mailbox: Mailbox, maya: User, bruno: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        choose(maya, tell_turns="once")
        table_waiting_for(maya, bruno)
        open_page(monkeypatch, maya)
        for seconds in range(30, 300, 30):
            assert send_at(NOON + seconds * SECOND) == 0
        assert send_at(NOON + 5 * MINUTE) == 1

    def test_does_not_wait_on_once_the_page_is_closed(
        self, mailbox: Mailbox, maya: User, bruno: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        choose(maya, tell_turns="once")
        table_waiting_for(maya, bruno)
        open_page(monkeypatch, maya)
        assert send_at(NOON + 40 * SECOND) == 0
        open_page(monkeypatch)
        assert send_at(NOON + 2 * MINUTE) == 1

    def test_other_choices_do_not_ask_for_pages(
        self, mailbox: Mailbox, maya: User, bruno: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table_waiting_for(maya, bruno)
        open_page(monkeypatch, maya)
        assert send_at(NOON + 10 * MINUTE) == 1


class TestALook:
    def test_puts_off_for_three_hours_and_then_for_a_day_until_the_turn_is_played(
        self, mailbox: Mailbox, maya: User, bruno: User
    ) -> None:
        choose(bruno, tell_turns="none")
        game = table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
        with time_machine.travel(NOON + 5 * MINUTE, tick=False):
            see(game, maya)
        three = 3 * HOUR + 5 * MINUTE
        assert send_at(NOON + three - SECOND) == 0
        found = told_between(NOON + three, NOON + timedelta(days=3))
        assert found == [timedelta(0), timedelta(days=1), timedelta(days=2)]
        with time_machine.travel(NOON + timedelta(days=3), tick=False):
            play_on(game, moves=1)
        assert told_between(NOON + timedelta(days=3), NOON + timedelta(days=6)) == []

    def test_after_the_email_counts_too(self, mailbox: Mailbox, maya: User, bruno: User) -> None:
        game = table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
        assert send_at(NOON + 10 * MINUTE) == 1
        assert told_between(NOON + HOUR, NOON + 10 * HOUR) == []
        with time_machine.travel(NOON + 10 * HOUR, tick=False):
            see(game, maya)
        assert send_at(NOON + 13 * HOUR - SECOND) == 0
        assert send_at(NOON + 13 * HOUR) == 1

    def test_does_not_reach_another_turn(self, mailbox: Mailbox, maya: User, bruno: User) -> None:
        choose(bruno, tell_turns="none")
        game = table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
        see(game, maya)
        play_on(game, moves=1)
        play_on(game, until=is_on(Seat.objects.get(game=game, user=maya).number))
        assert send_at(NOON + 10 * MINUTE) == 1


def test_without_a_clock_a_turn_is_told_again_after_one_three_and_seven_days(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    choose(bruno, tell_turns="none")
    table_waiting_for(maya, bruno, turn_seconds=None)
    assert send_at(NOON + 10 * MINUTE) == 1
    found = told_between(NOON + HOUR, NOON + timedelta(days=20))
    assert found == [timedelta(days=day) - HOUR for day in (1, 3, 7)]
    ids = [mail["Message-ID"] for mail in mailbox.mails]
    assert len(set(ids)) == 4
    assert len({mail["References"] for mail in mailbox.mails}) == 1


@pytest.mark.parametrize(("most", "sent"), [(4, 4), (10, 10), (None, 12)])
def test_a_cap_a_day_is_a_choice(
    mailbox: Mailbox, maya: User, bruno: User, most: int | None, sent: int
) -> None:
    choose(bruno, tell_turns="none")
    choose(maya, most_a_day=most)
    a_game_an_hour(maya, bruno, games=12)
    assert len(mailbox.mails) == sent


def test_ten_a_day_are_the_default(maya: User) -> None:
    assert maya.most_a_day == 10


def test_what_is_held_back_goes_out_if_its_time_is_over_before_the_cap(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    choose(bruno, tell_turns="none")
    choose(maya, most_a_day=4)
    a_game_an_hour(maya, bruno, games=4)
    at = NOON + 4 * HOUR
    with time_machine.travel(at, tick=False):
        table_waiting_for(maya, bruno, name="Slow", turn_seconds=7 * DAY)
    assert send_at(at + 10 * MINUTE) == 0
    with time_machine.travel(at + HOUR, tick=False):
        table_waiting_for(maya, bruno, name="Fast", turn_seconds=6 * HOUR.seconds)
    assert send_at(at + HOUR + 10 * MINUTE) == 1
    assert mailbox.mails[-1]["Subject"] == "You're on in Fast"


def test_a_choice_made_later_revives_what_waits(mailbox: Mailbox, maya: User, bruno: User) -> None:
    choose(bruno, tell_turns="none")
    table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
    assert send_at(NOON + 10 * MINUTE) == 1
    with time_machine.travel(NOON + HOUR, tick=False):
        choose(maya, tell_turns="daily", digest_hour=18)
    found = told_between(NOON + HOUR, NOON + timedelta(days=2))
    assert found == [5 * HOUR, timedelta(days=1) + 5 * HOUR]
    assert mailbox.subjects()[-1] == "Tuesday Troupe waits for you"


def test_a_quiet_game_is_not_told_but_stands_among_the_news(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    game = table(maya, bruno, turn_seconds=HOUR.seconds)
    Seat.objects.filter(game=game, user=maya).update(quiet=True)
    choose(bruno, tell_turns="none")
    choose(maya)
    play_on(game, until=is_on(Seat.objects.get(game=game, user=maya).number))
    for hours in range(1, 8):
        with time_machine.travel(NOON + hours * HOUR, tick=False):
            send_at(NOON + hours * HOUR)
            clock.expire(game_id=game.pk)
            if Seat.objects.get(game=game, user=bruno).summary.to_act:
                play_on(game, moves=1)
    assert Seat.objects.get(game=game, user=maya).summary.kept
    assert mailbox.mails == []
    page = signed_in(maya).get("/news/").content.decode()
    assert "so a bot keeps your chair" in page


def test_the_end_is_not_told_to_who_saw_it(mailbox: Mailbox, maya: User, bruno: User) -> None:
    game = table(maya, bruno)
    play_on(game)
    signed_in(maya).get(f"/games/{game.public_id}/")
    assert send_at(NOON + HOUR) == 1
    assert mailbox.only()["To"] == "bruno@example.org"


class TestNews:
    def test_an_invitation_by_name_is_told_and_answered_from_the_email(
        self, mailbox: Mailbox, maya: User, bruno: User
    ) -> None:
        game = create_game(user=maya, terms=Terms(players=3, name="Slow Sunday", turn_seconds=DAY))
        invite(game_id=game.pk, by=maya, user=bruno)
        assert send_at(NOON) == 1
        mail = mailbox.only()
        assert mail["Subject"] == "Maya invites you to Slow Sunday"
        text = text_of(mail)
        assert "3 players, 1 day a turn, friendly" in text
        assert "Sit down / No, thanks:" in text
        assert due(bruno) == []

    def test_a_rematch_stands_in_the_email_about_the_end(
        self, mailbox: Mailbox, maya: User, bruno: User
    ) -> None:
        game = table(maya, bruno, name="Duel")
        play_on(game)
        rematch(game_id=game.pk, user=maya)
        choose(maya, tell_turns="none")
        assert send_at(NOON + 10 * MINUTE) == 1
        mail = mailbox.only()
        assert mail["Subject"] == "Duel is over"
        assert "Maya wants a rematch of Duel" in text_of(mail)

    def test_a_game_that_begins_is_told_with_its_first_turn(
        self, mailbox: Mailbox, maya: User, bruno: User
    ) -> None:
        choose(maya, tell_turns="none")
        table(maya, bruno, moves=-2)
        assert send_at(NOON + 10 * MINUTE) == 1
        assert mailbox.only()["Subject"] == "Tuesday Troupe has begun"
        assert "The game has begun." in text_of(mailbox.only())

    def test_a_paused_game_is_told_to_everybody(
        self, mailbox: Mailbox, maya: User, bruno: User
    ) -> None:
        game = table(maya, bruno)
        for seat in (0, 1):
            keep(game_id=game.pk, seat=seat, actor=Actor.CLOCK)
        send_at(NOON + HOUR)
        told = {mail["To"]: mail["Subject"] for mail in mailbox.mails}
        subject = "Tuesday Troupe is paused"
        assert told == {"maya@example.org": subject, "bruno@example.org": subject}


class TestWhatIsHeldUp:
    def test_a_turn_is_told_once_a_moderators_pause_is_over(
        self, mailbox: Mailbox, maya: User, bruno: User
    ) -> None:
        choose(bruno, tell_turns="none")
        game = table_waiting_for(maya, bruno, turn_seconds=3 * DAY)
        with time_machine.travel(NOON + MINUTE, tick=False):
            hold(game, ChairEvent.PAUSE)
        assert told_between(NOON + 10 * MINUTE, NOON + 2 * HOUR, 10 * MINUTE) == []
        with time_machine.travel(NOON + 2 * HOUR, tick=False):
            hold(game, ChairEvent.RESUME)
        assert told_between(NOON + 2 * HOUR, NOON + 3 * HOUR, 5 * MINUTE) != []
        assert mailbox.subjects() == ["You're on in Tuesday Troupe"]

    def test_a_last_call_comes_when_little_time_is_left_however_long_the_clock_stood_still(
        self, mailbox: Mailbox, maya: User, bruno: User
    ) -> None:
        choose(bruno, tell_turns="none")
        choose(maya, tell_turns="deadline")
        game = table_waiting_for(maya, bruno)
        see(game, maya)
        with time_machine.travel(NOON + MINUTE, tick=False):
            hold(game, ChairEvent.PAUSE)
        with time_machine.travel(NOON + 24 * HOUR, tick=False):
            hold(game, ChairEvent.RESUME)
        found = told_between(NOON + 24 * HOUR, NOON + 48 * HOUR)
        assert found == [20 * HOUR]

    @pytest.mark.parametrize("change", ["quiet", "none"])
    def test_a_last_call_comes_after_a_change_of_mind(
        self, mailbox: Mailbox, maya: User, bruno: User, change: str
    ) -> None:
        choose(bruno, tell_turns="none")
        choose(maya, tell_turns="deadline")
        game = table_waiting_for(maya, bruno)
        seat = Seat.objects.filter(game=game, user=maya)
        if change == "quiet":
            seat.update(quiet=True)
            choose(maya)
        else:
            choose(maya, tell_turns="none")
        Notice.objects.filter(user=maya, way="mail").update(due_at=NOON)
        send_at(NOON + MINUTE)
        seat.update(quiet=False)
        choose(maya, tell_turns="deadline")
        assert told_between(NOON + HOUR, NOON + 23 * HOUR) == [timedelta(hours=19)]


def hold(game: Game, event: ChairEvent) -> None:
    """As moderators do."""
    with transaction.atomic():
        locked, log = lock(game.pk)
        now = timezone.now()
        log = append_chair_event(log, 0, event, actor=Actor.MODERATOR, now=now)
        conclude(locked, log)


def test_a_rematch_waits_for_the_email_about_the_end(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    choose(maya, tell_turns="none")
    game = table(maya, bruno, name="Duel")
    play_on(game)
    with time_machine.travel(NOON + 5 * MINUTE, tick=False):
        rematch(game_id=game.pk, user=maya)
    assert send_at(NOON + 6 * MINUTE) == 0
    assert send_at(NOON + 10 * MINUTE) == 1
    assert "Maya wants a rematch of Duel" in text_of(mailbox.only())


def test_a_second_invitation_is_another_email(mailbox: Mailbox, maya: User, bruno: User) -> None:
    game = create_game(user=maya, terms=Terms(players=3, turn_seconds=DAY))
    for minutes in (0, 10):
        with time_machine.travel(NOON + minutes * MINUTE, tick=False):
            invite(game_id=game.pk, by=maya, user=bruno)
        assert send_at(NOON + minutes * MINUTE) == 1
        decline(game_id=game.pk, user=bruno)
    first, second = (mail["Message-ID"] for mail in mailbox.mails)
    assert first != second


def test_a_last_call_does_not_replace_the_list_of_the_day(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    choose(bruno, tell_turns="none")
    choose(maya, tell_turns="daily", digest_hour=18)
    table_waiting_for(maya, bruno, name="Slow", turn_seconds=7 * DAY)
    table_waiting_for(maya, bruno, name="Fast", turn_seconds=int(6.25 * HOUR.total_seconds()))
    told_between(NOON + HOUR, NOON + 6 * HOUR)
    assert mailbox.subjects() == ["Last call in Fast", "2 games wait for you"]
