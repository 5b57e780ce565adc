"""The events of one game, from the invitation to the final score."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from heapq import heappop, heappush
from random import Random
from unittest.mock import patch

from games.models import Way
from games.play.plans.waits import due_at
from scoutsite.pace.clock import Clock
from scoutsite.pace.course import Course
from scoutsite.pace.measures import Played
from scoutsite.pace.orders import first_that_fits, orders
from scoutsite.pace.people import Habits, draw_people
from scoutsite.pace.players import Player, settle
from scoutsite.pace.policies import POLICIES, Policy
from scoutsite.pace.post import Post
from scoutsite.pace.table import Table, open_table

FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
LONGEST = timedelta(days=1000)
"""A game that takes longer hangs: that is a fault of the simulation."""
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What all games of a run have in common."""

    players: int = 4
    turn_seconds: int | None = 72 * 3600
    seed: int = 0
    zones: str = "mixed"
    habits: Habits = field(default_factory=Habits)


def play_game(number: int, policy_name: str, setting: Setting) -> Played:
    """Play game ``number`` of a run in an empty part of the database; the same every time."""
    key = f"{setting.seed} {setting.players} {number}"
    chance = Random(f"game {key}")  # noqa: S311 (a simulation)
    drawn = FIRST_DAY + chance.random() * 365 * _DAY
    people = draw_people(
        setting.players,
        key=key,
        zones=setting.zones,
        habits=setting.habits,
        opens=drawn.date(),
    )
    clock, post = Clock(people[0].hours.after(drawn, timedelta())), Post()
    policy = POLICIES[policy_name]()
    # When plans are played is drawn, too.
    drawn_by = {"chance": Random(f"plans {key}")}  # noqa: S311 (a simulation)
    with clock.running(), post.open(), patch.dict(due_at.__kwdefaults__, drawn_by):
        players = settle(people, policy, post, since=clock.now)
        table = open_table(players, turn_seconds=setting.turn_seconds, key=key)
        try:
            return World(number, table, players, policy, setting.habits, clock, post).play()
        finally:
            for player in players:
                player.close_page()
            table.close()


class World:
    """People around a table, and the clock."""

    def __init__(
        self,
        number: int,
        table: Table,
        players: list[Player],
        policy: Policy,
        habits: Habits,
        clock: Clock,
        post: Post,
    ) -> None:
        self._number, self._table, self._players = number, table, players
        self._policy, self._habits, self._clock, self._post = policy, habits, clock, post
        self._events: list[tuple[datetime, int, Callable[[], None]]] = []
        self._count = 0
        self._expired_at = self._planned_at = clock.now
        self._sent_at = {Way.MAIL: clock.now, Way.PUSH: clock.now}
        self._sent = {Way.MAIL: 0, Way.PUSH: 0}
        self._course = Course(clock.now)

    def play(self) -> Played:
        """Play to the end."""
        begun = self._clock.now
        self._stay(self._players[0])
        for player in self._players:
            for of_day in player.person.looks:
                self._look_daily(player, of_day)
        while not self._table.log.over:
            self._step()
            if self._clock.now > begun + LONGEST:
                raise RuntimeError(f"Game {self._number} does not end.")
        waits = tuple(self._course.waits)
        return Played(self._number, waits, self._sent[Way.MAIL], self._sent[Way.PUSH])

    def _step(self) -> None:
        """Go to whatever comes next: what people do, a sending, the end of a turn's time."""
        at, act = self._events[0][0], self._do_next
        for sending, way in self._table.next_sendings(self._sent_at)[:1]:
            if sending < at:
                at, act = sending, partial(self._send, way)
        if (expiry := self._table.next_expiry(self._expired_at)) and expiry < at:
            at, act = expiry, self._expire
        plan = self._table.next_plan(self._planned_at) if self._policy.plans else None
        if plan and plan < at:
            at, act = plan, self._play_plans
        self._clock.to(max(at, self._clock.now))
        act()

    def _at(self, moment: datetime, act: Callable[[], None]) -> None:
        self._count += 1
        heappush(self._events, (moment, self._count, act))

    def _do_next(self) -> None:
        _at, _count, act = heappop(self._events)
        act()

    # What the site does by itself.

    def _send(self, way: Way) -> None:
        self._sent_at[way] = self._clock.now
        self._table.send(way)
        self._policy.after_sending(self._table)
        by_user = {player.user.pk: player for player in self._players}
        for user_id in self._post.take():
            self._sent[way] += 1
            self._hear(by_user[user_id], way)

    def _expire(self) -> None:
        self._expired_at = self._clock.now
        waited_for = [player for player in self._players if self._is_waited_for(player)]
        self._table.expire()
        moved_on = self._course.has_moved_on(self._table.log)
        late = [each for each in waited_for if moved_on or not self._is_waited_for(each)]
        for player in late:
            player.orders = ()
        if moved_on:
            self._go_on(late[-1], actor="clock")

    def _play_plans(self) -> None:
        self._planned_at = self._clock.now
        waited_for = [player for player in self._players if self._is_waited_for(player)]
        self._table.play_plans(self._clock.now)
        if self._course.has_moved_on(self._table.log):
            planner = waited_for[-1]
            # Nobody was there to leave orders for the next turn.
            planner.orders = ()
            self._go_on(planner, plannable=True)

    # What people do.

    def _hear(self, player: Player, way: Way) -> None:
        """Act on a notice after a while, if it is not forgotten."""
        now, habits = self._clock.now, self._habits
        if self._is_waited_for(player):
            player.told = player.told or now
        if player.chance.random() < habits.forgets:
            return
        if way == Way.PUSH:
            at = player.later(now, timedelta(minutes=habits.push_minutes), habits.push_spread)
        else:
            at = player.later(now, timedelta(hours=habits.email_hours), habits.email_spread)

        def look() -> None:
            # Nobody looks because of what they have dealt with.
            if player.acted is None or player.acted < now:
                self._look(player)

        self._at(at, look)

    def _look_daily(self, player: Player, of_day: timedelta) -> None:
        """Look at the site by oneself, at the same time of every day."""
        hours = player.person.hours
        day = hours.date_of(self._clock.now)
        while (at := hours.at(day, of_day)) <= self._clock.now:
            day += _DAY

        def look() -> None:
            if player.chance.random() < self._habits.keeps_habit and hours.is_awake(at):
                self._look(player)
            self._look_daily(player, of_day)

        self._at(at, look)

    def _look(self, player: Player) -> None:
        """Open the site, and do what waits there or leave it for later."""
        if player.seat is None:
            self._answer(player)
            return
        self._table.look(player)
        if not self._is_waited_for(player):
            self._policy.while_waiting(self._table, player)
        elif player.acting_at != self._course.seq:
            player.told = player.told or self._clock.now
            if player.chance.random() < self._habits.glances:
                self._policy.after_glance(self._table, player)
            else:
                self._think(player)

    def _answer(self, player: Player) -> None:
        """Sit down, if one is asked to."""
        if self._is_waited_for(player):
            player.acted = self._clock.now
            player.told = player.told or self._clock.now
            self._table.sit_down(player)
            self._stay(player)
            if self._table.has_begun:
                self._table.seat(self._players)
                self._go_on(player)

    def _think(self, player: Player) -> None:
        seq, habits = self._course.seq, self._habits
        middle = timedelta(seconds=habits.thinks_seconds)
        player.acting_at = seq

        def act() -> None:
            # The clock may have been faster.
            if self._course.seq == seq and self._is_waited_for(player):
                self._act(player)

        self._at(player.later(self._clock.now, middle, habits.thinks_spread), act)

    def _act(self, player: Player) -> None:
        move = self._table.choose(player)
        planned = first_that_fits(player.orders, self._table.view(player))
        self._table.move(player, move)
        player.acted = self._clock.now
        self._stay(player)
        self._go_on(player, plannable=planned == move)
        if not self._table.log.over:
            player.orders = orders(self._table.view(player), player.person.key)
            if not self._is_waited_for(player):
                self._policy.while_waiting(self._table, player)

    def _stay(self, player: Player) -> None:
        """Keep the page open for a while."""
        middle = timedelta(minutes=self._habits.stays_minutes)
        until = self._clock.now + player.drawn(middle, self._habits.stays_spread)
        player.open_page(self._table.game.public_id, until)

        def leave() -> None:
            if player.page_until == until:
                player.close_page()

        self._at(until, leave)

    # What follows.

    def _is_waited_for(self, player: Player) -> bool:
        if self._course.kind == "invitation":
            return self._table.is_asked(player)
        return player.seat in self._table.log.people_to_act

    def _go_on(self, player: Player, *, actor: str = "player", plannable: bool = False) -> None:
        """Note whom the game waited for, if it waits no longer; let bots play, and others see."""
        if not self._course.has_moved_on(self._table.log):
            return
        self._course.close(player, self._clock.now, actor=actor, plannable=plannable)
        self._open(player)
        while (seats := self._table.log.bots_to_act) and self._table.play_bots():
            for kept in (each for each in self._players if each.seat in seats):
                kept.orders = ()
                if self._course.has_moved_on(self._table.log):
                    self._course.close(kept, self._clock.now, actor="bot")
                    self._open(kept)

    def _open(self, mover: Player) -> None:
        """Begin to wait for the next; those who have the page open see it."""
        now, log = self._clock.now, self._table.log
        self._course.open(log, now)
        middle = timedelta(seconds=self._habits.notices_seconds)
        for player in self._players:
            player.told = None
            if log.over or not self._is_waited_for(player):
                continue
            if player is mover:
                player.told = now
                self._think(player)
            elif player.page_until is not None:
                at = player.later(now, middle, self._habits.notices_spread)
                if at < player.page_until:
                    self._at(at, partial(self._see, player, self._course.seq))

    def _see(self, player: Player, seq: int) -> None:
        """See on an open page that it is one's turn."""
        is_open = self._course.seq == seq and self._is_waited_for(player)
        if is_open and player.acting_at != seq:
            self._table.look(player)
            player.told = player.told or self._clock.now
            self._think(player)
