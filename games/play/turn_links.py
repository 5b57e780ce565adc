"""Links that play one turn without signing in. Reads only.

A link is for a player's seat at one decision. Nothing is stored about it: it works as long as that
seat, in that player's hands, has to decide, and nothing else has happened meanwhile.
"""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser
from django.utils import timezone

from games.log.reading import read_rows
from games.log.rows import MoveRow
from games.log.standing import standing
from games.models import Actor, GameStatus, Seat
from games.people import links
from games.people.standing import is_kept_away
from games.people.users import player_of
from games.play.stamps import Stamp, stamp_for

LIFETIME = timedelta(days=7)


class Ended(StrEnum):
    """Why a link plays no turn any more."""

    PLAYED = "played"
    """By its player, here or elsewhere."""
    PASSED = "passed"
    """Somebody else moved: another player, a bot, the clock."""
    UNDONE = "undone"
    """Moves were taken back: this turn no longer waits, or no longer stands."""
    CLOSED = "closed"
    """It is too old, or its player can't, or doesn't want to, play by links."""


class Played(NamedTuple):
    """The player's latest move in the link's turn."""

    seq: int
    type: str
    at: datetime
    round_number: int


class TurnLink(NamedTuple):
    """A link as it is now."""

    user: AbstractUser
    public_id: str
    seat: int
    stamp: Stamp | None = None
    """What its player's view depends on, as long as they may play by it."""
    ended: Ended | None = None
    """Set if there is no stamp."""
    played: Played | None = None
    """Set if this turn is played, and the player could still open the table by a link."""
    table: Stamp | None = None
    """As ``stamp``, if this turn is played: for what the move did."""


def turn_token(
    *,
    user_id: int,
    link_key: str,
    public_id: str,
    seat: int,
    seq: int,
    now: datetime | None = None,
) -> str:
    """Return the token with which a user plays ``seat``'s turn at the decision ``seq``."""
    parts = (public_id, str(seat), str(seq))
    return links.sign("turn", *parts, user_id=user_id, link_key=link_key, now=now)


def turn_link(token: str) -> TurnLink | None:
    """Return the link of a token; None if it is no token of ours, or has a new password since."""
    link = links.read(token, "turn")
    if link is None or len(link.parts) != 3:
        return None
    user, public_id = link.user, link.parts[0]
    seat, seq = int(link.parts[1]), int(link.parts[2])
    found = TurnLink(user, public_id, seat)
    chair = _chair(public_id, seat, user)
    if chair is None:
        return found._replace(ended=Ended.CLOSED)
    turns = _turns_from(chair.game_id, seq)
    run = _run(turns, seat, seq)
    closed = timezone.now() - link.made_at > LIFETIME or not chair.sits or not _may_play(user)
    goes_on = chair.seq == seq + len(run) and (not run or _is_same_turn(chair, run))
    if goes_on and not closed and chair.running:
        stamp = stamp_for(public_id=public_id, user=user)
        return found._replace(stamp=stamp and stamp._replace(seat=seat))
    if run:
        found = found._replace(ended=Ended.PLAYED)
        if closed:
            return found
        stamp = stamp_for(public_id=public_id, user=user)
        return found._replace(played=run[-1], table=stamp and stamp._replace(seat=seat))
    if closed:
        return found._replace(ended=Ended.CLOSED)
    undone = seq < chair.seq and all(row.seq != seq for row, _number in turns)
    return found._replace(ended=Ended.UNDONE if undone else Ended.PASSED)


class _Chair(NamedTuple):
    game_id: int
    status: str
    seq: int
    round_number: int
    to_act: bool
    kept: bool
    left: bool

    @property
    def running(self) -> bool:
        return self.status == GameStatus.RUNNING

    @property
    def sits(self) -> bool:
        return not (self.kept or self.left)


def _chair(public_id: str, seat: int, user: AbstractUser) -> _Chair | None:
    """None if the user does not sit there."""
    rows = Seat.objects.filter(game__public_id=public_id, number=seat, user=user.pk)
    row = rows.values_list(
        *("game_id", "game__summary__status"),
        *("game__summary__seq", "game__summary__round_number"),
        *("summary__to_act", "summary__kept", "summary__left"),
    ).first()
    return row and _Chair(*row)


def _is_same_turn(chair: _Chair, run: list[Played]) -> bool:
    """With two players, scouts are followed by more of the same turn, if the round goes on."""
    same_round = chair.round_number == run[-1].round_number
    return chair.to_act and same_round and {move.type for move in run} == {"scout"}


def _may_play(user: AbstractUser) -> bool:
    return player_of(user).may_play_by_link and not is_kept_away(user.pk)


def _turns_from(game_id: int, seq: int) -> list[tuple[MoveRow, int]]:
    """Return the moves from a decision on that stand, each with its round's number."""
    rows = read_rows(game_id)
    number_of = {dealt.id: dealt.number for dealt in rows.rounds}
    return [
        (row, number_of[row.round_id])
        for row in standing(rows.moves)
        if row.seq >= seq and not row.is_chair_event
    ]


def _run(turns: list[tuple[MoveRow, int]], seat: int, seq: int) -> list[Played]:
    """Return the player's own moves from ``seq`` on, until somebody else's."""
    found: list[Played] = []
    for row, round_number in turns:
        orients = row.type == "orient"
        # All seats choose at one decision which way up they hold their cards.
        if orients and row.seq == seq and row.seat != seat:
            continue
        if row.seat != seat or row.actor != Actor.PLAYER or (orients and row.seq != seq):
            break
        found.append(Played(row.seq, row.type, row.created_at, round_number))
        if orients:
            break
    return found
