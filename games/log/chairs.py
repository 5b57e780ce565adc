"""Who plays for each seat of a running game: its player, a bot that keeps the chair, or a bot.

And how its clock runs: what happens to chairs, and what moderators do, sets it anew.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from games.models import Actor, ChairEvent

MISSED_IN_A_ROW = 2
"""After so many turns in a row that the clock had to play, a bot keeps the chair."""


class Chairs(NamedTuple):
    """Who sits how, as the log tells it."""

    kept: frozenset[int] = frozenset()
    """Seats whose chair a bot keeps until the player takes it back."""
    left: frozenset[int] = frozenset()
    """Seats whose player left for good; a bot plays on."""
    missed: tuple[tuple[int, int], ...] = ()
    """For seats that missed their last turns: (seat, how many in a row)."""
    voided: bool = False
    """Whether the game ended unfinished."""

    @property
    def without_player(self) -> frozenset[int]:
        """Seats for which a bot plays though they are not a bot's own."""
        return self.kept | self.left

    def missed_by(self, seat: int) -> int:
        """How many turns in a row the clock has played for ``seat``."""
        return dict(self.missed).get(seat, 0)


def after_row(chairs: Chairs, *, type: str, seat: int, actor: str) -> Chairs:  # noqa: A002
    """The chairs after a row of the log: a move of ``seat`` by ``actor``, or a ``ChairEvent``.

    Orientations count neither as missed nor as made: a hand that nobody turns is kept as dealt.
    """
    match type:
        case ChairEvent.KEEP:
            return chairs._replace(kept=chairs.kept | {seat}, missed=_without(chairs, seat))
        case ChairEvent.TAKE_BACK:
            return chairs._replace(kept=chairs.kept - {seat})
        case ChairEvent.LEAVE:
            return chairs._replace(
                left=chairs.left | {seat},
                kept=chairs.kept - {seat},
                missed=_without(chairs, seat),
            )
        case ChairEvent.VOID:
            return chairs._replace(voided=True)
        case "orient" | ChairEvent.PAUSE | ChairEvent.RESUME | ChairEvent.EXTEND:
            return chairs
    if actor == Actor.CLOCK:
        missed = (*_without(chairs, seat), (seat, chairs.missed_by(seat) + 1))
        return chairs._replace(missed=missed)
    if actor == Actor.PLAYER:
        return chairs._replace(missed=_without(chairs, seat))
    return chairs


def _without(chairs: Chairs, seat: int) -> tuple[tuple[int, int], ...]:
    return tuple(entry for entry in chairs.missed if entry[0] != seat)


def is_paused(chairs: Chairs, people: Collection[int]) -> bool:
    """Whether bots keep the chairs of all of ``people`` (seats that are no bot's) still there."""
    there = set(people) - chairs.left
    return bool(there) and there <= chairs.kept


class Clock(NamedTuple):
    """How the time for the current decision runs."""

    began_at: datetime
    """Since when the decision is waited for; time that stood still or was given is not counted."""
    halted_since: datetime | None = None
    """Since when a moderator has the game paused; None when it is not."""


def clock_after(
    clock: Clock,
    before: Chairs,
    after: Chairs,
    people: Collection[int],
    *,
    event: str,
    seat: int,
    minutes: int | None,
    to_act: Collection[int],
    at: datetime,
) -> Clock:
    """The clock after a ``ChairEvent`` of ``seat`` at the time ``at``.

    While a moderator has a game paused no time passes; ``minutes`` are those that an extension
    gives.
    """
    match event:
        case ChairEvent.PAUSE:
            return clock._replace(halted_since=clock.halted_since or at)
        case ChairEvent.RESUME:
            stood_still = at - (clock.halted_since or at)
            return Clock(clock.began_at + stood_still)
        case ChairEvent.EXTEND:
            return clock._replace(began_at=clock.began_at + timedelta(minutes=minutes or 0))
    if restarts_clock(before, after, people, event=event, seat=seat, to_act=to_act):
        return Clock(at, at if clock.halted_since else None)
    return clock


def restarts_clock(
    before: Chairs,
    after: Chairs,
    people: Collection[int],
    *,
    event: str,
    seat: int,
    to_act: Collection[int],
) -> bool:
    """Whether a ``ChairEvent`` of ``seat`` gives the current decision its whole time again.

    It does for whoever comes back to their own turn, and when it ends a pause; nobody else's
    clock is touched by it.
    """
    resumes = is_paused(before, people) and not is_paused(after, people)
    return resumes or (event == ChairEvent.TAKE_BACK and tuple(to_act) == (seat,))
