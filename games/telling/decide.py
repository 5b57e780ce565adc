"""What becomes of a user's notices at a moment: told in a mail, dropped, or put off.

Plain values in, plain values out: whatever a mail depends on is looked at again here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from games.models import Stage
from games.notices.times import cap_ends_at, digest_after, due_at
from games.people.recipients import Reader
from games.telling.facts import Ended, Sent, Turn

Kind = Literal["turn", "digest", "last_call", "end"]


class Row(NamedTuple):
    """A notice as it was read."""

    id: int
    user_id: int
    game_id: int
    seat: int
    seq: int
    stage: str
    due_at: datetime
    attempts: int


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail that is to go out now."""

    kind: Kind
    reader: Reader
    turns: tuple[Turn, ...] = ()
    """The turns that wait for the reader; the first is what the mail is about."""
    ended: tuple[Ended, ...] = ()
    """Games that are over; without turns the first is what the mail is about."""
    nudged: bool = False
    """Whether somebody asked for the first of the turns."""


@dataclass(slots=True)
class Decision:
    """What becomes of a user's notices now."""

    letter: Letter | None = None
    told: list[int] = field(default_factory=list)
    """Notices that ``letter`` makes good."""
    dropped: list[int] = field(default_factory=list)
    put_off: dict[int, datetime] = field(default_factory=dict)


def decide(
    rows: Sequence[Row],
    reader: Reader | None,
    turns: Sequence[Turn],
    ended: Mapping[int, Ended],
    sent: Sent,
    now: datetime,
) -> Decision:
    """What becomes of ``rows``, all notices of a user that are not closed, at ``now``.

    ``reader`` is None when no mail may go to the user; ``turns`` wait for the user, by deadline;
    ``ended`` are the user's games that are over, by game. Notices whose time has not come give no
    reason for a mail, but one that goes out anyway makes them good.
    """
    if reader is None:
        return Decision(dropped=[row.id for row in rows])
    decision = Decision()
    # The clock is about to take a turn whose time is over.
    waiting = [turn for turn in turns if turn.deadline is None or turn.deadline > now]
    by_place = {(turn.game_id, turn.seat, turn.seq): turn for turn in waiting}
    open_rows: list[Row] = []
    over: list[Row] = []
    for row in rows:
        if row.stage == Stage.END:
            end = ended.get(row.game_id)
            if end is None or end.turn.seen or not reader.wants_ends:
                decision.dropped.append(row.id)
            elif row.due_at <= now:
                over.append(row)
            continue
        turn = by_place.get((row.game_id, row.seat, row.seq))
        due = turn and _due_at(row, turn, reader)
        if due is None:
            decision.dropped.append(row.id)
        elif row.due_at <= now < due:
            decision.put_off[row.id] = due
        else:
            open_rows.append(row)
    calls = [row for row in open_rows if row.stage == Stage.LAST_CALL and row.due_at <= now]
    asking = [row for row in open_rows if row.stage != Stage.LAST_CALL and row.due_at <= now]
    if asking and not calls and (later := _not_before(reader, sent, now)):
        decision.put_off |= {row.id: later for row in asking}
        asking = []
    reasons = calls or asking
    if reasons:
        about = {(row.game_id, row.seat) for row in reasons}
        # The mail tells of all that waits, also of what has not waited for long.
        early = [row for row in rows if row.id in decision.put_off]
        for row in (*open_rows, *early):
            if row.stage != Stage.LAST_CALL or row in calls:
                decision.told.append(row.id)
                decision.put_off.pop(row.id, None)
        waiting.sort(key=lambda turn: (turn.game_id, turn.seat) not in about)
    decision.told += [row.id for row in over]
    if reasons or over:
        decision.letter = Letter(
            kind=_kind(reader, calls, asking),
            reader=reader,
            turns=tuple(waiting) if reasons else (),
            ended=tuple(ended[row.game_id] for row in over),
            nudged=bool(reasons) and _is_nudged(waiting[0], reasons),
        )
    return decision


def _due_at(row: Row, turn: Turn, reader: Reader) -> datetime | None:
    """When the turn of a notice is to be told of, as things stand; None: its reason is gone."""
    if row.stage == Stage.TURN and turn.seen:
        return None
    return due_at(
        row.stage, began_at=turn.began_at, turn_seconds=turn.turn_seconds, preferences=reader
    )


def _not_before(reader: Reader, sent: Sent, now: datetime) -> datetime | None:
    """Until when mails about turns have to wait, because enough went out; None: they need not."""
    if reader.turn_mail != "daily":
        return cap_ends_at(sent.turns)
    last = sent.digest
    if last is None or last.astimezone(reader.zone).date() < now.astimezone(reader.zone).date():
        return None
    return digest_after(now, zone=reader.zone, hour=reader.digest_hour)


def _is_nudged(turn: Turn, reasons: Sequence[Row]) -> bool:
    return any(
        row.stage == Stage.NUDGE and (row.game_id, row.seat) == (turn.game_id, turn.seat)
        for row in reasons
    )


def _kind(reader: Reader, calls: Sequence[Row], asking: Sequence[Row]) -> Kind:
    if calls:
        return "last_call"
    if asking:
        return "digest" if reader.turn_mail == "daily" else "turn"
    return "end"
