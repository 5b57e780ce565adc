"""When emails about turns go out, by a player's choice; checked where they arrive."""

from datetime import timedelta

import pytest
import time_machine
from pytest_django import DjangoAssertNumQueries

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.log.store import load
from games.models import Actor, Notice, Seat
from games.notices.schedule import schedule
from games.notices.seen import mark_seen
from games.people.seated import seated_at
from games.play import clock
from games.play.chairs import leave
from games.play.move import enter_move
from games.rules.game import GameState
from games.rules.moves import Scout
from tests.accounts.people import account
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
    states,
    table,
    table_waiting_for,
)
from tests.telling.server import Mailbox, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def test_a_turn_that_waited_ten_minutes_unseen_is_told_of_once(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    game = table_waiting_for(maya, bruno)
    assert send_at(NOON + 10 * MINUTE - timedelta(seconds=1)) == 0
    assert send_at(NOON + 10 * MINUTE) == 1
    assert mailbox.only()["To"] == "maya@example.org"
    assert mailbox.only()["Subject"] == "You're on in Tuesday Troupe"
    assert send_at(NOON + 11 * MINUTE) == 0
    assert states(game, maya) == {"turn": "sent", "last_call": "due"}


def test_a_player_says_after_how_many_minutes(mailbox: Mailbox, maya: User, bruno: User) -> None:
    table_waiting_for(maya, bruno)
    choose(maya, unseen_minutes=60)
    assert send_at(NOON + 59 * MINUTE) == 0
    assert send_at(NOON + 60 * MINUTE) == 1


def test_minutes_that_change_count_for_turns_that_wait_already(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    table_waiting_for(maya, bruno)
    User.objects.filter(pk=maya.pk).update(unseen_minutes=60)
    # Even where nobody made the notices true to it.
    assert send_at(NOON + 10 * MINUTE) == 0
    choose(maya, unseen_minutes=5)
    assert send_at(NOON + 10 * MINUTE) == 1


def test_seeing_an_earlier_turn_does_not_count(mailbox: Mailbox, maya: User, bruno: User) -> None:
    game = table_waiting_for(maya, bruno)
    see(game, maya)
    play_on(game, moves=1)
    play_on(game, until=is_on(Seat.objects.get(game=game, user=maya).number))
    send_at(NOON + HOUR)
    assert [mail["To"] for mail in mailbox.mails].count("maya@example.org") == 1


def test_a_turn_that_was_taken_is_not_told_of(mailbox: Mailbox, maya: User, bruno: User) -> None:
    game = table_waiting_for(maya, bruno)
    with time_machine.travel(NOON + 5 * MINUTE, tick=False):
        play_on(game, moves=1)
    send_at(NOON + 10 * MINUTE)
    assert mailbox.mails == []


def test_one_mail_covers_all_games_that_wait(mailbox: Mailbox, maya: User, bruno: User) -> None:
    table_waiting_for(maya, bruno, name="First")
    table_waiting_for(maya, bruno, name="Slow", turn_seconds=3 * DAY)
    table_waiting_for(maya, bruno, name="Endless", turn_seconds=None)
    with time_machine.travel(NOON + 5 * MINUTE, tick=False):
        table_waiting_for(maya, bruno, name="Late", turn_seconds=7 * DAY)
    assert send_at(NOON + 10 * MINUTE) == 1
    text = text_of(mailbox.only())
    assert "It's your turn in First" in text
    also = text.split("Also waiting for you:")[1]
    assert "- Slow, 2 days left" in also
    assert "- Late, 6 days left" in also
    assert "- Endless\n" in also.replace("\r", "")
    # It mentioned the late one too.
    assert send_at(NOON + 15 * MINUTE) == 0
    # Only the one without a clock is told again, by and by.
    assert sorted(due(maya)) == ["last_call", "last_call", "last_call", "turn"]


def test_a_seen_game_gives_no_reason_for_a_mail_but_is_named_in_one(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    seen = table_waiting_for(maya, bruno, name="Seen", turn_seconds=HOUR.seconds)
    table_waiting_for(maya, bruno, name="Unseen")
    see(seen, maya)
    assert send_at(NOON + 10 * MINUTE) == 1
    assert mailbox.only()["Subject"].startswith("You're on in Unseen")
    assert "- Seen, 50 min left" in text_of(mailbox.only())


def test_four_mails_go_out_in_a_day_and_the_fifth_waits_if_that_is_wanted(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    choose(bruno, tell_turns="none")
    choose(maya, most_a_day=4)
    a_game_an_hour(maya, bruno, games=6)
    assert [subject.split(" (")[0] for subject in mailbox.subjects()] == [
        f"You're on in Game {number}" for number in range(4)
    ]
    day_after = NOON + timedelta(days=1) + 10 * MINUTE
    assert send_at(day_after - timedelta(seconds=1)) == 0
    assert send_at(day_after) == 1
    told = text_of(mailbox.mails[-1])
    assert "Game 4" in told
    assert "Game 5" in told
    assert send_at(day_after + 2 * MINUTE) == 0


def test_a_last_call_goes_out_beside_the_four_and_although_the_turn_was_seen(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    choose(bruno, tell_turns="none")
    choose(maya, most_a_day=4)
    game = a_game_an_hour(maya, bruno, games=5, turn_seconds=DAY)
    call = NOON + 4 * HOUR + timedelta(seconds=DAY * 4 / 5)
    for number in range(4):
        send_at(call - (4 - number) * HOUR)
    assert len(mailbox.mails) == 8
    with time_machine.travel(call - HOUR, tick=False):
        see(game, maya)
    assert send_at(call - timedelta(seconds=1)) == 0
    assert send_at(call) == 1
    assert mailbox.mails[-1]["Subject"] == "Last call in Game 4"
    assert "Last call: It's your turn in Game 4" in text_of(mailbox.mails[-1])
    assert send_at(call + HOUR) == 0


@pytest.mark.parametrize(
    ("choice", "mails"), [("each", 2), ("daily", 2), ("deadline", 1), ("none", 0)]
)
def test_each_choice_has_its_mails_about_a_turn(
    mailbox: Mailbox, maya: User, bruno: User, choice: str, mails: int
) -> None:
    choose(maya, tell_turns=choice, digest_hour=14)
    table_waiting_for(maya, bruno)
    for hours in range(24):
        send_at(NOON + hours * HOUR)
    assert len(mailbox.mails) == mails


def test_without_a_clock_there_is_no_last_call(mailbox: Mailbox, maya: User, bruno: User) -> None:
    table_waiting_for(maya, bruno, turn_seconds=None)
    assert send_at(NOON + HOUR) == 1
    assert mailbox.only()["Subject"] == "You're on in Tuesday Troupe"
    assert "time runs out" not in text_of(mailbox.only())
    assert due(maya) == ["turn"]


def test_guests_without_a_confirmed_address_get_no_mails(mailbox: Mailbox, bruno: User) -> None:
    guest = new_guest()
    User.objects.filter(pk=guest.pk).update(email="guest@example.org")
    game = table_waiting_for(guest, bruno)
    send_at(NOON + HOUR)
    assert mailbox.mails == []
    assert not Notice.objects.filter(game=game, user=guest).exclude(way="site").exists()


@pytest.mark.parametrize(
    "change",
    [
        {"email_confirmed": False},
        {"email": ""},
        {"is_active": False},
        {"mail_paused_reason": "bounce"},
        {"mail_paused_reason": "complaint"},
        {"tell_turns": "none"},
    ],
)
@pytest.mark.parametrize("when", ["before the turn", "after it began"])
def test_who_may_not_or_will_not_be_told_is_not(
    mailbox: Mailbox, maya: User, bruno: User, change: dict[str, object], when: str
) -> None:
    if when == "before the turn":
        User.objects.filter(pk=maya.pk).update(**change)
    table_waiting_for(maya, bruno)
    User.objects.filter(pk=maya.pk).update(**change)
    send_at(NOON + HOUR)
    send_at(NOON + 20 * HOUR)
    assert mailbox.mails == []


def test_who_chooses_to_be_told_is_told_of_turns_that_wait_already(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    choose(maya, tell_turns="none")
    table_waiting_for(maya, bruno)
    choose(maya, tell_turns="each")
    assert send_at(NOON + 10 * MINUTE) == 1


def test_who_left_is_told_nothing_any_more(mailbox: Mailbox, maya: User, bruno: User) -> None:
    carla = account("Carla", "carla@example.org")
    game = table_waiting_for(maya, bruno, carla)
    leave(game_id=game.pk, seat=Seat.objects.get(game=game, user=maya).number)
    send_at(NOON + HOUR)
    play_on(game)
    send_at(NOON + 2 * HOUR)
    assert "maya@example.org" not in [mail["To"] for mail in mailbox.mails]


def test_a_kept_chair_is_told_once_and_no_turn_after_it(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    game = table_waiting_for(maya, bruno, turn_seconds=HOUR.seconds)
    choose(bruno, tell_turns="none")
    for hours in range(1, 8):
        with time_machine.travel(NOON + hours * HOUR, tick=False):
            clock.expire(game_id=game.pk)
            if Seat.objects.get(game=game, user=bruno).summary.to_act:
                play_on(game, moves=1)
    assert Seat.objects.get(game=game, user=maya).summary.kept
    send_at(NOON + 9 * HOUR)
    assert mailbox.only()["Subject"] == "A bot keeps your chair in Tuesday Troupe"
    send_at(NOON + 40 * HOUR)
    assert len(mailbox.mails) == 1


def test_a_turn_whose_time_is_over_is_the_clocks(mailbox: Mailbox, maya: User, bruno: User) -> None:
    table_waiting_for(maya, bruno, turn_seconds=HOUR.seconds)
    assert send_at(NOON + HOUR) == 0


def test_after_a_stall_each_person_gets_one_mail_and_it_is_about_now(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    for number in range(5):
        with time_machine.travel(NOON + number * HOUR, tick=False):
            game = table_waiting_for(maya, bruno, name=f"Game {number}")
            play_on(game, moves=2)
            table_waiting_for(maya, bruno, name=f"Waiting {number}")
    send_at(NOON + 22 * HOUR)
    to = [mail["To"] for mail in mailbox.mails]
    assert to.count("maya@example.org") == 1
    assert to.count("bruno@example.org") <= 1
    mine = mailbox.mails[to.index("maya@example.org")]
    for number in range(5):
        assert f"Waiting {number}" in text_of(mine)
    assert Notice.objects.filter(state="due", due_at__lte=NOON + 22 * HOUR).count() == 0


def test_somebody_with_two_seats_at_a_table_is_told_of_both(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    game = table(maya, bruno)
    Seat.objects.filter(game=game).update(user=maya)
    Notice.objects.update(user=maya)
    assert send_at(NOON + HOUR) == 1
    with time_machine.travel(NOON + 2 * HOUR, tick=False):
        play_on(game, moves=1)
    assert send_at(NOON + 3 * HOUR) == 1


def test_noticing_costs_one_query_whatever_the_number_of_players(
    maya: User, bruno: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    people = [maya, bruno, *(account(f"P{number}", f"p{number}@example.org") for number in "345")]
    game = table(*people, moves=1)
    log, seated = load(game), seated_at(game.pk)
    Notice.objects.all().delete()
    with django_assert_num_queries(1):
        schedule(game, log, seated)
    assert Notice.objects.count() == 2
    # An event already noticed is noticed once.
    schedule(game, log, seated)
    assert Notice.objects.count() == 2


def test_seeing_again_what_was_seen_writes_nothing(
    maya: User, bruno: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    seat = Seat.objects.get(game=table(maya, bruno), user=maya)
    mark_seen(seat_id=seat.pk, seq=5)
    with django_assert_num_queries(1):
        mark_seen(seat_id=seat.pk, seq=5)
    # A page that was loaded earlier takes nothing back.
    mark_seen(seat_id=seat.pk, seq=4)
    seat.refresh_from_db()
    assert seat.seen_seq == 5


def may_scout(state: GameState, *, seat: int) -> bool:
    """And more than once, so that no round ends by it."""
    there = state.round
    return state.to_act == (seat,) and bool(there and there.active and there.chips[seat] > 1)


def test_nobody_is_told_of_a_turn_that_their_own_move_left_them(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    """With two players, a scout is followed by more of the same turn."""
    game = table_waiting_for(maya, bruno, turn_seconds=7 * DAY)
    state = play_on(game, until=lambda state: may_scout(state, seat=0))
    enter_move(
        game_id=game.pk,
        seat=0,
        move=Scout("left", flip=False, to=0),
        seq=state.seq,
        actor=Actor.PLAYER,
        by=maya.pk,
    )
    assert load(game).state.to_act == (0,)
    assert send_at(NOON + HOUR) == 0
    # It waits on, as after a look.
    assert send_at(NOON + 3 * HOUR) == 1
