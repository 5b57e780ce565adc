"""Whatever process dies, nothing is lost or doubled, and the game goes on within a minute."""

import time
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
import time_machine
from django.db import transaction
from django.utils import timezone

from games.bots.registry import choose_move
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.models import Game, Move, Notice, NoticeState, Stage
from games.rules.views import view_for
from games.upkeep.verify import first_fault
from tests.accounts.people import account
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
        wait_until(lambda: not due.exists(), seconds=2 * WITHIN)
    versions = Move.objects.filter(game=game).order_by("version").values_list("version", flat=True)
    assert list(versions) == list(range(len(versions)))
    assert first_fault(game) is None
    # A worker that dies after the mail server took a mail and before it could note that sends it
    # again, under the same Message-ID: each of its two processes at most once each time.
    post_office.expect_no_mail_twice(repeats=4)
    arrived = post_office.mails_by_address()
    assert {address: arrived[address] for address in told} == dict.fromkeys(told, 1)
