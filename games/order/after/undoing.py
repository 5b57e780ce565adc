"""What lifting an act undoes, found before it is done.

A suspension or ban put bots on the player's chairs. Lifting it gives back the chairs which that bot
still keeps, and takes games out of the ratings that ended meanwhile and charged the player for
moves that the bot made.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser
from django.utils import timezone

from games.log.reading import read_many
from games.models import (
    NOT_OVER,
    ActionKind,
    Actor,
    Case,
    ChairEvent,
    FormerPlayer,
    Game,
    ModerationAction,
    OutOfRatings,
    Sanction,
    Seat,
    SeatResult,
)
from games.people.standing import KEEP_AWAY, Standing, standing_of
from games.play.chairs import take_back
from games.rules.errors import RuleError

_BEFORE = timedelta(minutes=1)
"""The chairs are kept in the sanction's transaction, before its own row."""


class Chair(NamedTuple):
    """A player's chair in a game."""

    game_id: int
    seat: int
    game: str
    """The game's name."""


class Undoing(NamedTuple):
    """What lifting a suspension or ban undoes, and what it can't."""

    chairs: Sequence[Chair] = ()
    """Given back."""
    rated: Sequence[Chair] = ()
    """Games that ended meanwhile, and are taken out of the ratings."""
    taken: Sequence[str] = ()
    """Games in which somebody else sits in the chair by now."""
    ended: Sequence[str] = ()
    """Other games that ended meanwhile: their results stay."""
    freed: int = 0
    """Seats in games that had not begun."""
    still: Standing | None = None
    """Another sanction that keeps the player away: no chair is given back."""

    @property
    def uncounted(self) -> list[int]:
        return [chair.game_id for chair in self.rated]


def undoing_of(player: AbstractUser, *, lifting: str) -> Undoing:
    """Return what lifting all sanctions of a kind would undo now."""
    if lifting not in KEEP_AWAY:
        return Undoing()
    away = _away(player)
    if away is None:
        return Undoing()
    still = [one for one in standing_of(player) if one.kind in KEEP_AWAY and one.kind != lifting]
    chairs = _kept_since(player, away.since)
    results = _ended_since(player, away.since)
    out = set(
        OutOfRatings.objects.filter(game__in=[result.game_id for result in results]).values_list(
            "game_id", flat=True
        )
    )
    charged = [
        result
        for result in results
        if result.rated and result.charged and not result.left and result.game_id not in out
    ]
    others = [result for result in results if result not in charged]
    sat = FormerPlayer.objects.filter(
        user=player.pk, until__gte=away.since, seat__game__summary__status__in=NOT_OVER
    )
    return Undoing(
        chairs=() if still else chairs,
        rated=[Chair(result.game_id, result.seat.number, result.game.name) for result in charged],
        taken=list(sat.order_by("seat__game_id").values_list("seat__game__name", flat=True)),
        ended=[result.game.name for result in others],
        freed=away.freed,
        still=still[0] if still else None,
    )


def lock_for(found: Undoing, case: Case | None) -> None:
    """Lock the games, in their order, and the case, within the transaction that undoes it."""
    games = {chair.game_id for chair in (*found.chairs, *found.rated)}
    rows = Game.objects.filter(pk__in=games).order_by("pk").select_for_update(no_key=True)
    list(rows.values_list("pk", flat=True))
    if case is not None:
        # It may be closed afterwards; once the ledger is taken, nothing else is locked.
        Case.objects.select_for_update(no_key=True).filter(pk=case.pk).first()


def give_chairs_back(found: Undoing) -> int:
    """Give the chairs back, once the sanction has ended; return how many."""
    return sum(_give_back(chair) for chair in found.chairs)


def name_taken_from(player: AbstractUser) -> str:
    """Return the name that moderators took from the player last; empty if they have it."""
    acts = ModerationAction.objects.filter(player=player.pk)
    names = acts.filter(kind__in=(ActionKind.RENAME, ActionKind.NAME_BACK)).order_by("-pk")
    last = names.first()
    return last.details.get("old", "") if last and last.kind == ActionKind.RENAME else ""


def _give_back(chair: Chair) -> int:
    try:
        take_back(game_id=chair.game_id, seat=chair.seat, actor=Actor.MODERATOR)
    except RuleError:
        # It ended before its lock was ours.
        return 0
    return 1


class _Away(NamedTuple):
    since: datetime
    freed: int


def _away(player: AbstractUser) -> _Away | None:
    """Return since when the player has been kept away without a break; None if they are not."""
    now = timezone.now()
    begin = now
    acts: list[ModerationAction | None] = []
    found = Sanction.objects.filter(player=player.pk, kind__in=KEEP_AWAY)
    ends = [
        (min(one.ended_at or now, one.until or now), one) for one in found.select_related("action")
    ]
    for end, one in sorted(ends, key=lambda each: each[0], reverse=True):
        if end < begin:
            break
        begin = min(begin, one.since)
        acts.append(one.action)
    if not acts:
        return None
    return _Away(begin - _BEFORE, sum(act.details.get("freed", 0) for act in acts if act))


def _kept_since(player: AbstractUser, since: datetime) -> list[Chair]:
    """Return chairs on which a sanction put the bot that keeps them now."""
    seats = Seat.objects.filter(
        user=player.pk,
        summary__kept=True,
        summary__left=False,
        game__summary__status__in=NOT_OVER,
    )
    rows = seats.order_by("game_id").values_list("game_id", "number", "game__name")
    chairs = [Chair(*row) for row in rows]
    put = _put_by_sanctions(player, since, [chair.game_id for chair in chairs])
    return [chair for chair in chairs if (chair.game_id, chair.seat) in put]


def _ended_since(player: AbstractUser, since: datetime) -> list[SeatResult]:
    """Return the results of games that ended with a bot that a sanction put there."""
    found = SeatResult.objects.filter(user=player.pk, ended_at__gte=since)
    results = list(found.select_related("game", "seat").order_by("game_id"))
    put = _put_by_sanctions(player, since, [result.game_id for result in results])
    return [result for result in results if (result.game_id, result.seat.number) in put]


def _put_by_sanctions(
    player: AbstractUser, since: datetime, games: Sequence[int]
) -> set[tuple[int, int]]:
    """Return (game, seat) where a sanction since then was the last to put a bot there."""
    last = {
        (game_id, row.seat): (row.actor, row.created_at)
        for game_id, rows in read_many(games).items()
        for row in rows.moves
        if row.type == ChairEvent.KEEP
    }
    by_act = ModerationAction.objects.filter(
        player=player.pk, kind=ActionKind.PUT_BOT, created_at__gte=since
    )
    apart = {(act.game_id, act.details.get("seat")) for act in by_act}
    return {
        chair
        for chair, (actor, at) in last.items()
        if actor == Actor.MODERATOR and at >= since and chair not in apart
    }
