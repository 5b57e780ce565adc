"""Deciding on a user's notices, from plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from games.models import Stage
from games.notices.times import cap_ends_at, digest_after, due_at
from games.people.recipients import Recipient
from games.telling.facts import Ended, Sent, Turn
from games.telling.news import NEWS, About, News

Kind = Literal["turn", "digest", "last_call", "news", "end"]


class NoticeRow(NamedTuple):
    """A notice as read."""

    id: int
    user_id: int
    game_id: int
    seat: int
    seq: int
    stage: str
    due_at: datetime
    attempts: int

    @property
    def about(self) -> About:
        return About(self.game_id, self.seat, self.stage)


@dataclass(frozen=True, slots=True)
class Letter:
    """An email to send now."""

    kind: Kind
    recipient: Recipient
    turns: tuple[Turn, ...] = ()
    """Waiting turns; the first is the subject."""
    ended: tuple[Ended, ...] = ()
    """Ended games; the first is the subject if there are no turns."""
    news: tuple[News, ...] = ()
    """The first is the subject if there are neither turns nor ended games."""
    nudged: bool = False
    """Whether there was a nudge for the first turn."""


@dataclass(slots=True)
class Decision:
    """What becomes of a user's notices."""

    letter: Letter | None = None
    told: list[int] = field(default_factory=list)
    """Covered by ``letter``."""
    dropped: list[int] = field(default_factory=list)
    put_off: dict[int, datetime] = field(default_factory=dict)


def decide(
    rows: Sequence[NoticeRow],
    recipient: Recipient | None,
    turns: Sequence[Turn],
    ended: Mapping[int, Ended],
    news: Mapping[About, News],
    sent: Sent,
    now: datetime,
) -> Decision:
    """Decide on a user's open notices.

    ``recipient`` is None without emails; ``turns`` come by deadline, ``ended`` by game. Notices
    that are not due cause no email; one about turns covers those of turns.
    """
    if recipient is None:
        return Decision(dropped=[row.id for row in rows])
    decision = Decision()
    # The clock is about to take turns that have timed out.
    waiting = [turn for turn in turns if turn.deadline is None or turn.deadline > now]
    by_place = {(turn.game_id, turn.seat, turn.seq): turn for turn in waiting}
    open_rows: list[NoticeRow] = []
    over: list[NoticeRow] = []
    new: list[NoticeRow] = []
    for row in rows:
        if row.stage in NEWS:
            if row.about not in news or recipient.turn_mail == "none":
                decision.dropped.append(row.id)
            elif row.due_at <= now:
                new.append(row)
            continue
        if row.stage == Stage.END:
            end = ended.get(row.game_id)
            if end is None or end.turn.seen or not recipient.wants_ends:
                decision.dropped.append(row.id)
            elif row.due_at <= now:
                over.append(row)
            continue
        turn = by_place.get((row.game_id, row.seat, row.seq))
        due = turn and _due_at(row, turn, recipient)
        if due is None:
            decision.dropped.append(row.id)
        elif row.due_at <= now < due:
            decision.put_off[row.id] = due
        else:
            open_rows.append(row)
    calls = [row for row in open_rows if row.stage == Stage.LAST_CALL and row.due_at <= now]
    asking = [row for row in open_rows if row.stage != Stage.LAST_CALL and row.due_at <= now]
    if (asking or new) and not calls and (later := _not_before(recipient, sent, now)):
        decision.put_off |= {row.id: later for row in (*asking, *new)}
        asking, new = [], []
    reasons = calls or asking
    if reasons:
        about = {(row.game_id, row.seat) for row in reasons}
        # The email tells of everything that waits, however recent.
        early = [row for row in rows if row.id in decision.put_off]
        for row in (*open_rows, *early):
            if row.stage != Stage.LAST_CALL or row in calls:
                decision.told.append(row.id)
                decision.put_off.pop(row.id, None)
        waiting.sort(key=lambda turn: (turn.game_id, turn.seat) not in about)
    decision.told += [row.id for row in (*over, *new)]
    if reasons or over or new:
        decision.letter = Letter(
            kind=_kind(recipient, calls, asking, over),
            recipient=recipient,
            turns=tuple(waiting) if reasons else (),
            ended=tuple(ended[row.game_id] for row in over),
            news=tuple(news[about] for about in dict.fromkeys(row.about for row in new)),
            nudged=bool(reasons) and _is_nudged(waiting[0], reasons),
        )
    return decision


def _due_at(row: NoticeRow, turn: Turn, recipient: Recipient) -> datetime | None:
    """None if the reason is gone."""
    if row.stage == Stage.TURN and turn.seen:
        return None
    return due_at(
        row.stage, began_at=turn.began_at, turn_seconds=turn.turn_seconds, preferences=recipient
    )


def _not_before(recipient: Recipient, sent: Sent, now: datetime) -> datetime | None:
    if recipient.turn_mail != "daily":
        return cap_ends_at(sent.capped)
    last = sent.digest
    if (
        last is None
        or last.astimezone(recipient.zone).date() < now.astimezone(recipient.zone).date()
    ):
        return None
    return digest_after(now, zone=recipient.zone, hour=recipient.digest_hour)


def _is_nudged(turn: Turn, reasons: Sequence[NoticeRow]) -> bool:
    return any(
        row.stage == Stage.NUDGE and (row.game_id, row.seat) == (turn.game_id, turn.seat)
        for row in reasons
    )


def _kind(
    recipient: Recipient,
    calls: Sequence[NoticeRow],
    asking: Sequence[NoticeRow],
    over: Sequence[NoticeRow],
) -> Kind:
    if calls:
        return "last_call"
    if asking:
        return "digest" if recipient.turn_mail == "daily" else "turn"
    return "end" if over else "news"
