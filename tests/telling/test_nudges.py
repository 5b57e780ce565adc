"""Nudges: once a turn, after half of the time, and by the recipient's wishes."""

import pytest
import time_machine

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.models import Game, Seat
from games.play.nudges import nudge
from games.rules.errors import RuleError
from tests.tables import play_on
from tests.telling.people import HOUR, MINUTE, NOON, choose, see, send_at, table_waiting_for
from tests.telling.server import Mailbox, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


def seat_of(game: Game, user: User) -> int:
    return Seat.objects.get(game=game, user=user).number


def ask(game: Game, by: User, whom: User, hours: int = 12) -> None:
    with time_machine.travel(NOON + hours * HOUR, tick=False):
        nudge(game_id=game.pk, by_seat=seat_of(game, by), seat=seat_of(game, whom))


def refused(game: Game, by: User, whom: User, hours: int = 12) -> str:
    with pytest.raises(RuleError) as refusal:
        ask(game, by, whom, hours)
    return refusal.value.code


def test_a_nudge_is_a_mail_at_once_although_the_turn_was_seen(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    game = table_waiting_for(maya, bruno)
    see(game, maya)
    ask(game, bruno, maya)
    assert send_at(NOON + 12 * HOUR) == 1
    assert mailbox.only()["Subject"] == "Bruno asks for your move in Tuesday Troupe"
    assert "Bruno asks for your move." in text_of(mailbox.only())
    assert send_at(NOON + 12 * HOUR + MINUTE) == 0


def test_it_waits_for_half_of_the_time_and_comes_once_a_turn(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    game = table_waiting_for(maya, bruno)
    assert refused(game, bruno, maya, hours=11) == "too_early"
    ask(game, bruno, maya)
    assert refused(game, bruno, maya) == "nudged_already"
    assert Seat.objects.get(game=game, user=maya).nudged_seq == game_seq(game)


def game_seq(game: Game) -> int:
    return Game.objects.get(pk=game.pk).summary.seq


def test_without_a_clock_it_waits_for_twelve_hours(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    game = table_waiting_for(maya, bruno, turn_seconds=None)
    assert refused(game, bruno, maya, hours=11) == "too_early"
    ask(game, bruno, maya)


def test_only_a_player_whom_others_wait_for_is_nudged_and_only_by_others(
    maya: User, bruno: User
) -> None:
    game = table_waiting_for(maya, bruno)
    assert refused(game, maya, bruno) == "not_your_turn"
    assert refused(game, maya, maya) == "not_your_turn"
    with (
        time_machine.travel(NOON + 12 * HOUR, tick=False),
        pytest.raises(RuleError, match="no chair"),
    ):
        nudge(game_id=game.pk, by_seat=4, seat=seat_of(game, maya))


def test_a_nudge_is_never_held_back(mailbox: Mailbox, maya: User, bruno: User) -> None:
    choose(bruno, tell_turns="none")
    choose(maya, most_a_day=4)
    nudged = table_waiting_for(maya, bruno, name="Nudged")
    send_at(NOON + 10 * MINUTE)
    for number in range(3):
        with time_machine.travel(NOON + (number + 1) * HOUR, tick=False):
            table_waiting_for(maya, bruno, name=f"Game {number}")
        send_at(NOON + (number + 2) * HOUR)
    assert len(mailbox.mails) == 4
    ask(nudged, bruno, maya)
    assert send_at(NOON + 12 * HOUR) == 1


@pytest.mark.parametrize(("choice", "mails"), [("daily", 1), ("deadline", 0), ("none", 0)])
def test_a_nudge_keeps_to_what_the_reader_chose(
    mailbox: Mailbox, maya: User, bruno: User, choice: str, mails: int
) -> None:
    choose(maya, tell_turns=choice, digest_hour=2)
    game = table_waiting_for(maya, bruno)
    ask(game, bruno, maya)
    assert send_at(NOON + 13 * HOUR) == 0
    # Two in the morning for the recipient.
    assert send_at(NOON + 14 * HOUR) == mails


def test_a_nudge_for_a_turn_that_was_taken_meanwhile_is_dropped(
    mailbox: Mailbox, maya: User, bruno: User
) -> None:
    choose(bruno, tell_turns="none")
    game = table_waiting_for(maya, bruno)
    ask(game, bruno, maya)
    with time_machine.travel(NOON + 12 * HOUR, tick=False):
        play_on(game, moves=1)
    assert send_at(NOON + 12 * HOUR) == 0


def test_a_guest_is_nudged_without_a_mail(mailbox: Mailbox, bruno: User) -> None:
    guest = new_guest()
    game = table_waiting_for(guest, bruno)
    ask(game, bruno, guest)
    assert send_at(NOON + 13 * HOUR) == 0
    assert Seat.objects.get(game=game, user=guest).nudged_seq == game_seq(game)
