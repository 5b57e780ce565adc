"""Whatever process dies, nothing is lost or doubled, and the game goes on within a minute."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from games.bots.registry import choose_move
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.models import (
    Game,
    Move,
    Notice,
    NoticeState,
    Plan,
    PlanOutcome,
    SeatSummary,
    Stage,
)
from games.play.plans.playing import play_plan
from games.rules.views import view_for
from games.telling.closing import CLAIMED_FOR
from games.upkeep.verify import first_fault
from tests.accounts.people import account
from tests.play.plans.planned import last_row, planned
from tests.sample import chance, is_whole
from tests.stack.conftest import PostOffice
from tests.stack.people import Person
from tests.stack.processes import ROLES, Stack, running
from tests.workers import wait_until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.django_db(transaction=True),
]

TURN_SECONDS = 8
ORDERS = [1, 2]
"""In which the processes die; each commit takes one of them."""
WITHIN = 60
"""Seconds within which the game must move on once everything is back."""


def two_people_and_two_bots(url: str) -> tuple[Game, dict[int, Person]]:
    users = [account(name, f"{name}@example.org") for name in ("Ilse", "Maya")]
    terms = Terms(players=4, turn_seconds=TURN_SECONDS, bots={2: "easy", 3: "easy"})
    game = create_game(user=users[0], terms=terms)
    join(game_id=game.pk, user=users[1], invitation=game.invitation)
    return game, {seat: Person(user, url) for seat, user in enumerate(users)}


def one_step(game: Game, people: dict[int, Person], chance: Random) -> None:
    """Let the people to move do so, or not; failed presses are repeated later."""
    log = load(game)
    for seat in log.people_to_act:
        if chance.random() < 0.9:
            move = choose_move("easy", view_for(log.state, seat), seed=0)
            people[seat].press(game.public_id, log.state.seq, move)
    for seat in log.chairs.kept:
        people[seat].post(f"/games/{game.public_id}/take-back/")


def moves_on(game: Game, people: dict[int, Person], chance: Random, stack: Stack) -> None:
    """Wait until the log has grown."""
    before = Move.objects.filter(game=game).count()
    end = time.monotonic() + WITHIN
    while Move.objects.filter(game=game).count() <= before and not load(game).over:
        assert time.monotonic() < end, f"the game stands still\n{stack.log()}"
        stack.supervise()
        one_step(game, people, chance)
        time.sleep(0.2)


def fault_of(game: Game) -> str | None:
    """While nobody can write."""
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game.pk)
        return first_fault(game)


def people_to_be_told(count: int, chance: Random) -> set[str]:
    """Their turns reach ten minutes of waiting within the next minute."""
    now = timezone.now()
    for number in range(0, count, 2):
        users = [account(f"P{i}", f"p{i}@example.org") for i in (number, number + 1)]
        began = now - timedelta(minutes=10) + timedelta(seconds=chance.uniform(5, 50))
        with time_machine.travel(began, tick=False):
            game = create_game(user=users[0], terms=Terms(players=2))
            join(game_id=game.pk, user=users[1], invitation=game.invitation)
    return {f"p{i}@example.org" for i in range(count)}


@pytest.mark.sampled
@pytest.mark.parametrize("seed", ORDERS if is_whole() else [chance("deaths").choice(ORDERS)])
def test_a_game_survives_the_death_of_every_process(
    tmp_path: Path, post_office: PostOffice, seed: int
) -> None:
    random = Random(seed)
    with running(tmp_path, EMAIL_URL=post_office.url) as stack:
        told = people_to_be_told(30, random)
        game, people = two_people_and_two_bots(stack.url)
        for role in random.sample([*ROLES, *ROLES], 2 * len(ROLES)):
            end = time.monotonic() + random.uniform(0, 1.5)
            while time.monotonic() < end:
                one_step(game, people, random)
            stack.kill(role)
            one_step(game, people, random)
            stack.start(role)
            moves_on(game, people, random, stack)
            assert fault_of(game) is None
        stack.supervise()
        due = Notice.objects.filter(state=NoticeState.DUE, stage=Stage.TURN, user__email__in=told)
        # What a sender had claimed when it was killed waits for that claim to run out.
        claim = CLAIMED_FOR.total_seconds()
        wait_until(lambda: not due.exists(), seconds=claim + 2 * WITHIN)
    versions = Move.objects.filter(game=game).order_by("version").values_list("version", flat=True)
    assert list(versions) == list(range(len(versions)))
    assert first_fault(game) is None
    # A worker that dies after the mail server took a mail and before it could note that sends it
    # again, under the same Message-ID: each of its two processes at most once each time.
    post_office.expect_no_mail_twice(repeats=4)
    arrived = post_office.mails_by_address()
    assert {address: arrived[address] for address in told} == dict.fromkeys(told, 1)


def due_now() -> None:
    """What is being played is left alone."""
    with transaction.atomic():
        keys = [plan.pk for plan in Plan.objects.select_for_update(skip_locked=True)]
        Plan.objects.filter(pk__in=keys).update(due_at=timezone.now())


def is_in_the_middle() -> bool:
    """Whether the worker has written the move and waits for us."""
    due_now()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT query FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return any('INTO "games_gamesummary"' in query for (query,) in cursor.fetchall())


def test_a_plan_whose_worker_is_killed_in_the_middle_of_it_is_played_once(tmp_path: Path) -> None:
    table = planned()
    table.put()
    table.go_on()
    before = last_row(table.game).version
    stack = Stack(tmp_path)
    try:
        # The worker gets as far as to the summaries, with the move written and the plan gone.
        with transaction.atomic():
            list(SeatSummary.objects.select_for_update().filter(seat__game=table.game))
            stack.start("redis", "worker", "beat")
            wait_until(lambda: elsewhere(is_in_the_middle), seconds=WITHIN)
            stack.kill("worker")
        assert fault_of(table.game) is None
        assert last_row(table.game).version == before
        assert Plan.objects.exists()
        assert not PlanOutcome.objects.exists()
        stack.start("worker")

        def is_played() -> bool:
            due_now()
            return not Plan.objects.exists()

        wait_until(is_played, seconds=WITHIN)
        # What the killed worker had been asked may be asked again, and so may what the sweep asks.
        version = last_row(table.game).version
        for _ in range(3):
            play_plan(seat_id=table.seat.pk)
    finally:
        stack.stop()
    row = last_row(table.game)
    assert (version, row.version, row.seat) == (before + 1, before + 1, table.planner)
    assert PlanOutcome.objects.get().version == row.version
    assert first_fault(table.game) is None


def elsewhere(ask: Callable[[], bool]) -> bool:
    """On a connection of its own: within a transaction PostgreSQL repeats its first answer."""

    def apart() -> bool:
        try:
            return ask()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(apart).result()
