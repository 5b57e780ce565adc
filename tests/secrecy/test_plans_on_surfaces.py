"""No page, program's answer, stream, email, push, hook or list of the admin tells of a plan.

The pairs of worlds of ``test_surfaces`` with the same cards in both: in one of them everybody else
has a plan, or the last move came from one.
"""

import json
from collections.abc import Callable
from datetime import timedelta
from itertools import count, islice
from typing import NamedTuple
from unittest import mock

import pytest
import time_machine
from django.db.models import F
from django.test import Client

from accounts.models import User
from games.log import store
from games.log.store import load
from games.models import ChairEvent, Game, Plan, PlanOutcome, Seat
from games.play.plans import playing
from games.play.plans.outcomes import tried_text
from games.play.plans.playing import play_plan
from games.rules.legal import legal_moves
from games.rules.moves import Move, Show, move_to_json
from games.rules.orders import Order, Reason, Tried, order_to_json
from tests.play.plans.planned import order_of
from tests.sample import chance, is_whole
from tests.secrecy.comparing import facts_of, told, viewer_of
from tests.secrecy.pairs import COMPARED, Pair, Role, pair, states_of
from tests.secrecy.requests import Part
from tests.secrecy.routes import tells_of_games
from tests.secrecy.stage import NOON, Company

pytestmark = [pytest.mark.slow, pytest.mark.sampled]

PART = Part(tells_of_games, slice(0, None, 3))
EACH = 6 if is_whole() else 1
"""Pairs of each role for each test."""
ORDERS = json.dumps([order_to_json(Order(Show(0, 1)))])
TRIED = tried_text([Tried(Order(Show(0, 1)), b"\0", Reason("not_stronger", 0, b"\1"))])


def everybody_else_plans(viewer: User | None) -> Callable[[Game], None]:
    """Those who wait, and who is to act; and their plans have been played, or didn't fit."""

    def happens(game: Game) -> None:
        there = Seat.objects.filter(game=game, user__isnull=False, summary__left=False)
        there = there.filter(summary__kept=False).exclude(user=viewer)
        for seat in there.annotate(seq=F("game__summary__seq"), to_act=F("summary__to_act")):
            Plan.objects.create(
                seat=seat,
                seq=max(seat.seq - 1, 0),
                orders=ORDERS,
                made_at=NOON,
                due_at=NOON + timedelta(minutes=2) if seat.to_act else None,
            )
            for seq, version in ((seat.seq, None), (seat.seq + 1, 3)):
                PlanOutcome.objects.create(
                    seat=seat, seq=seq, version=version, tried=TRIED, at=NOON
                )

    return happens


class Decision(NamedTuple):
    """Somebody on turn, and what they play."""

    seat: int
    move: Move


def decision_in(game: Game) -> Decision | None:
    """None if no person is on turn."""
    log = load(game)
    state = log.state.round
    if state is None or not state.oriented or not log.people_to_act or log.paused:
        return None
    seat = log.people_to_act[0]
    legal = legal_moves(state, seat)
    return Decision(seat, legal[len(legal) // 2])


def plays(*, planned: bool) -> Callable[[Game], None]:
    """Whoever is on turn was there yesterday, and plays now: from a plan, or in the browser."""

    def happens(game: Game) -> None:
        found = decision_in(game)
        assert found is not None
        log = load(game)
        assert log.state.round is not None
        seat = Seat.objects.select_related("user").get(game=game, number=found.seat)
        assert seat.user is not None
        browser = Client()
        with time_machine.travel(NOON - timedelta(days=1), tick=False):
            browser.force_login(seat.user, "django.contrib.auth.backends.ModelBackend")
            browser.get("/about/")
        with mock.patch.object(store, "token_bytes", bytes):
            if planned:
                Plan.objects.create(
                    seat=seat,
                    seq=log.state.seq,
                    orders=json.dumps([order_to_json(order_of(found.move, log.state.round))]),
                    made_at=NOON - timedelta(days=1),
                    due_at=NOON,
                )
                assert play_plan(seat_id=seat.pk)
            else:
                made = browser.post(
                    f"/api/v1/games/{game.public_id}/moves/",
                    {"seq": log.state.seq, **move_to_json(found.move)},
                    content_type="application/json",
                )
                assert made.status_code == 201, made.content

    return happens


def numbers(role: Role, fits: Callable[[Pair], bool]) -> list[int]:
    """Pairs of a role that the commit's hash chooses."""
    first = chance(f"plans for the {role}").randrange(30)
    of_role = (place * len(COMPARED) + COMPARED.index(role) for place in count(first))
    return list(islice((number for number in of_role if fits(pair(number))), EACH))


def differing(one: dict[str, object], other: dict[str, object]) -> list[str]:
    assert one.keys() == other.keys()
    return [what for what in one if one[what] != other[what]]


@pytest.mark.parametrize("role", COMPARED)
def test_nothing_tells_that_others_have_plans_or_had(company: Company, role: Role) -> None:
    for number in numbers(role, lambda _pair: True):
        this = pair(number)
        facts = facts_of(this)
        person = viewer_of(company, this, facts)
        plan = everybody_else_plans(person.user)
        one = dict(told(company, person, facts, this.one, PART))
        other = dict(told(company, person, facts, this.one, PART, plan))
        assert differing(one, other) == [], number
        assert len(one) > 20


def is_on(this: Pair) -> bool:
    """Whether a person is on turn who is not the viewer."""
    facts = facts_of(this)
    happened = facts.happened
    if happened and happened.event in (ChairEvent.PAUSE, ChairEvent.KEEP):
        return False
    # Moves that are taken back put somebody else on turn, or nobody.
    if happened and happened.then is not None:
        return False
    *_, state = states_of(this.players, this.one)
    on = state.to_act[0] if len(state.to_act) == 1 else None
    gone = happened.seat if happened and happened.event == ChairEvent.LEAVE else None
    return on is not None and on not in facts.bots and on not in (gone, this.viewer)


@pytest.mark.parametrize("role", [role for role in COMPARED if role != Role.PLAYER])
def test_nothing_tells_whether_a_move_came_from_a_plan(company: Company, role: Role) -> None:
    for number in numbers(role, is_on):
        this = pair(number)
        facts = facts_of(this)
        person = viewer_of(company, this, facts)
        one = dict(told(company, person, facts, this.one, PART, plays(planned=False)))
        other = dict(told(company, person, facts, this.one, PART, plays(planned=True)))
        assert differing(one, other) == [], number
        assert len(one) > 20


def test_a_day_of_a_visit_that_lacks_would_be_found(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the moderators' list of users."""
    this = pair(numbers(Role.MODERATOR, is_on)[0])
    facts = facts_of(this)
    mona = viewer_of(company, this, facts)
    users = Part(lambda route: route.path == "/admin/accounts/user/", only="/admin/accounts/user/")
    monkeypatch.setattr(playing, "_note_visit", lambda *_: None)
    one = dict(told(company, mona, facts, this.one, users, plays(planned=False)))
    other = dict(told(company, mona, facts, this.one, users, plays(planned=True)))
    assert differing(one, other)
