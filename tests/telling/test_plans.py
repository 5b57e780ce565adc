"""A plan that waits to be played keeps its turn's notices back; one that doesn't fit is told."""

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.models import Destination, Plan
from games.play.nudges import nudge
from games.play.plans.keeping import drop_plan, put_plan
from games.play.plans.playing import look_at_plans
from games.telling.turns import OVERDUE
from tests.accounts.people import account
from tests.play.plans.planned import Planned, planned, sweep_for
from tests.telling.people import (
    HOUR,
    MINUTE,
    NOON,
    choose,
    post_at,
    send_at,
    table,
    table_waiting_for,
)
from tests.telling.post.servers import HookServer, PushService
from tests.telling.server import Mailbox, html_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def at_the_table(maya: User, bruno: User) -> Planned:
    """Maya is the one who plans; nobody else is told of turns."""
    tomas = account("Tomás", "tomas@example.org")
    for other in (bruno, tomas):
        choose(other, tell_turns="none")
    game = table(bruno, maya, tomas)
    seat = game.seats.get(user=maya).number
    return planned(game, kind="show", moves=3, planner=seat)


def test_no_turn_is_told_while_a_plan_waits(
    at_the_table: Planned, mailbox: Mailbox, device: Destination, hook: Destination
) -> None:
    at_the_table.put()
    at_the_table.go_on()
    look_at_plans(now=timezone.now())
    Plan.objects.update(due_at=NOON + 20 * HOUR)
    nudging = NOON + 13 * HOUR
    for passed in (10 * MINUTE, 20 * MINUTE, HOUR):
        assert (send_at(NOON + passed), post_at(NOON + passed)) == (0, 0)
    with time_machine.travel(nudging, tick=False):
        nudge(game_id=at_the_table.game.pk, by_seat=at_the_table.mover, seat=at_the_table.planner)
    assert (send_at(nudging + MINUTE), post_at(nudging + MINUTE)) == (0, 0)
    drop_plan(game_id=at_the_table.game.pk, seat=at_the_table.planner)
    later = nudging + 10 * MINUTE
    assert (send_at(later), post_at(later)) == (1, 2)


def test_an_email_about_another_game_does_not_list_it_either(
    at_the_table: Planned, mailbox: Mailbox, maya: User, bruno: User
) -> None:
    at_the_table.put()
    at_the_table.go_on()
    look_at_plans(now=timezone.now())
    Plan.objects.update(due_at=NOON + 20 * HOUR)
    table_waiting_for(maya, bruno, name="Slow Sunday")
    assert send_at(NOON + 10 * MINUTE) == 1
    text = text_of(mailbox.only())
    assert "Slow Sunday" in text
    assert at_the_table.game.name not in text


def test_once_it_is_played_nothing_is_told(at_the_table: Planned, mailbox: Mailbox) -> None:
    at_the_table.put()
    at_the_table.go_on()
    sweep_for()
    assert not Plan.objects.exists()
    assert send_at(NOON + HOUR) == 0


def test_a_plan_that_nobody_plays_does_not_keep_its_player_in_the_dark(
    at_the_table: Planned, mailbox: Mailbox
) -> None:
    at_the_table.put()
    at_the_table.go_on()
    look_at_plans(now=timezone.now())
    Plan.objects.update(due_at=NOON + 8 * MINUTE)
    assert send_at(NOON + 10 * MINUTE) == 0
    assert send_at(NOON + 10 * MINUTE + OVERDUE) == 1


def test_why_a_plan_did_not_fit_is_said_first_by_email_and_push_and_never_by_hook(
    at_the_table: Planned,
    mailbox: Mailbox,
    device: Destination,
    hook: Destination,
    push_service: PushService,
    hook_server: HookServer,
) -> None:
    game, misfit = at_the_table.game, at_the_table.orders[1]
    seq = at_the_table.seq
    put_plan(game_id=game.pk, seat=at_the_table.planner, seq=seq, orders=[misfit])
    at_the_table.go_on()
    sweep_for(5)
    assert not Plan.objects.exists()
    at = NOON + 10 * MINUTE
    assert (send_at(at), post_at(at)) == (1, 2)
    said = "Your plan didn’t fit: 1. Show "
    [push], [told] = push_service.received, hook_server.received
    assert push["body"].startswith(said)
    assert "it doesn’t beat Bruno’s " in push["body"].replace("\u2068", "")
    text = " ".join(text_of(mailbox.only()).split())
    assert text.index("Your plan didn") < text.index("In the ring:")
    assert "it doesn’t beat" in html_of(mailbox.only())
    assert "plan" not in str(told)
    assert push["body"].endswith(told["data"]["body"])
