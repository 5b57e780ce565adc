"""A running game's chairs and clock."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple, TypeVar

from games.log.offers import Offer, offer_after
from games.log.rewinds import Asked, asked_after
from games.models import Actor, ChairEvent

T = TypeVar("T")
_EVENTS = frozenset(ChairEvent.values)

MISSED_IN_A_ROW = 2
"""A bot keeps the chair after this many missed decisions: turns or orientations."""


class Chairs(NamedTuple):
    """The state of all chairs."""

    kept: frozenset[int] = frozenset()
    """Seats a bot keeps until the player returns."""
    left: frozenset[int] = frozenset()
    """Seats left for good; a bot plays on."""
    missed: tuple[tuple[int, int], ...] = ()
    """(seat, decisions missed in a row)."""
    voided: bool = False
    offer: Offer | None = None
    """To end the game unfinished; still there once it has."""
    kept_since: tuple[tuple[int, datetime], ...] = ()
    """(seat, since when a bot has kept it), for all that are kept."""
    halted: bool = False
    """Whether a moderator has paused the game."""
    asked: Asked | None = None
    """Whether the table is asked to take moves back; nobody acts meanwhile."""
    rewound_without: frozenset[int] | None = None
    """Who had left when players last took moves back (nobody, if only moderators did); None if no
    move has ever been taken back.
    """

    @property
    def without_player(self) -> frozenset[int]:
        return self.kept | self.left

    @property
    def stands_still(self) -> bool:
        """Whether nobody may act, and no time passes."""
        return self.halted or self.asked is not None

    @property
    def rewound(self) -> bool:
        """Whether moves have ever been taken back."""
        return self.rewound_without is not None

    def rewound_alone(self, people: Collection[int]) -> bool:
        """Return whether one of ``people`` took moves back without anybody else to ask."""
        without = self.rewound_without
        return without is not None and len(set(people) - without) <= 1

    def missed_by(self, seat: int) -> int:
        return dict(self.missed).get(seat, 0)

    def kept_from(self, seat: int) -> datetime | None:
        """Return since when a bot has kept the chair; None if none does."""
        return dict(self.kept_since).get(seat)


def after_row(
    chairs: Chairs,
    *,
    type: str,  # noqa: A002
    seat: int,
    actor: str,
    at: datetime,
    to: int | None = None,
) -> Chairs:
    """Return the chairs after a move or ``ChairEvent``; ``to`` is what the row says."""
    after = _seated(chairs, type=type, seat=seat, actor=actor, at=at)
    offer = offer_after(
        chairs.offer,
        type=type,
        seat=seat,
        actor=actor,
        at=at,
        kept=after.kept,
        left=after.left,
    )
    asked = asked_after(chairs.asked, type=type, seat=seat, actor=actor, at=at, to=to)
    if offer == chairs.offer and asked == chairs.asked:
        return after
    return after._replace(offer=offer, asked=asked)


def _seated(chairs: Chairs, *, type: str, seat: int, actor: str, at: datetime) -> Chairs:  # noqa: A002
    if type not in _EVENTS:
        return _after_move(chairs, seat=seat, actor=actor)
    match type:
        case ChairEvent.KEEP:
            return chairs._replace(
                kept=chairs.kept | {seat},
                kept_since=(*_without(chairs.kept_since, seat), (seat, at)),
                missed=_without(chairs.missed, seat),
            )
        case ChairEvent.TAKE_BACK:
            return _freed(chairs, seat)
        case ChairEvent.NEW_PLAYER:
            return _freed(chairs, seat)._replace(missed=_without(chairs.missed, seat))
        case ChairEvent.LEAVE:
            return _freed(chairs, seat)._replace(
                left=chairs.left | {seat}, missed=_without(chairs.missed, seat)
            )
        case ChairEvent.VOID:
            return chairs._replace(voided=True)
        case ChairEvent.PAUSE | ChairEvent.RESUME:
            return chairs._replace(halted=type == ChairEvent.PAUSE)
        case ChairEvent.REWIND:
            # A moderator's act is no player's doing, however many are still there.
            without = chairs.left if actor == Actor.PLAYER else chairs.rewound_without
            # Nobody has missed what is undone: everybody begins anew.
            return chairs._replace(rewound_without=without or frozenset(), missed=())
    return chairs


def _after_move(chairs: Chairs, *, seat: int, actor: str) -> Chairs:
    if actor == Actor.CLOCK:
        missed = (*_without(chairs.missed, seat), (seat, chairs.missed_by(seat) + 1))
        return chairs._replace(missed=missed)
    if actor == Actor.PLAYER and chairs.missed:
        return chairs._replace(missed=_without(chairs.missed, seat))
    return chairs


def _freed(chairs: Chairs, seat: int) -> Chairs:
    """No bot keeps the chair any more."""
    return chairs._replace(kept=chairs.kept - {seat}, kept_since=_without(chairs.kept_since, seat))


def _without(entries: tuple[tuple[int, T], ...], seat: int) -> tuple[tuple[int, T], ...]:
    return tuple(entry for entry in entries if entry[0] != seat)


def is_paused(chairs: Chairs, people: Collection[int]) -> bool:
    """Return whether bots keep the chairs of all ``people`` who did not leave."""
    there = set(people) - chairs.left
    return bool(there) and there <= chairs.kept


class Clock(NamedTuple):
    """The time for the current decision."""

    began_at: datetime
    """When the decision opened, moved forward by paused and extra time."""
    halted_since: datetime | None = None
    paused_since: datetime | None = None
    """Since when bots have kept all chairs, unless a moderator halted the game."""


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
    """Return the clock after a ``ChairEvent``; ``minutes`` extend it."""
    if event == ChairEvent.REWIND:
        clock = clock._replace(began_at=at, halted_since=at if after.stands_still else None)
    elif after.stands_still and not before.stands_still:
        clock = clock._replace(halted_since=at)
    elif before.stands_still and not after.stands_still:
        stood_still = at - (clock.halted_since or at)
        clock = clock._replace(began_at=clock.began_at + stood_still, halted_since=None)
    elif event == ChairEvent.EXTEND:
        clock = clock._replace(began_at=clock.began_at + timedelta(minutes=minutes or 0))
    elif restarts_clock(before, after, people, event=event, seat=seat, to_act=to_act):
        clock = clock._replace(began_at=at, halted_since=at if clock.halted_since else None)
    paused = is_paused(after, people) and clock.halted_since is None
    return clock._replace(paused_since=(clock.paused_since or at) if paused else None)


def restarts_clock(
    before: Chairs,
    after: Chairs,
    people: Collection[int],
    *,
    event: str,
    seat: int,
    to_act: Collection[int],
) -> bool:
    """Return whether the decision's time restarts: a pause ends, or a player, the same or another,
    sits down at their own turn.
    """
    resumes = is_paused(before, people) and not is_paused(after, people)
    sits_down = event in (ChairEvent.TAKE_BACK, ChairEvent.NEW_PLAYER)
    return resumes or (sits_down and tuple(to_act) == (seat,))
