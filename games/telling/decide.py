"""Deciding on a user's notices of one way, from plain values."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from games.models import Stage, Way
from games.notices.times import (
    AT_ONCE,
    WITH_A_PAGE_OPEN,
    cap_ends_at,
    digest_after,
    due_at,
    rests_until,
    told_again_at,
)
from games.people.recipients import Place, Recipient
from games.telling.decisions import Decision, Facts, Kind, Letter, NoticeRow
from games.telling.news import NEWS, About
from games.telling.turns import Turn

STANDSTILL = timedelta(minutes=5)
"""How soon to look again at a turn that is held up."""


def decide(
    rows: Sequence[NoticeRow],
    place: Place,
    recipient: Recipient | None,
    facts: Facts,
    now: datetime,
) -> Decision:
    """Decide on a user's open notices for ``place``.

    ``recipient`` is None without an active user. Notices that are not due cause nothing; an email
    tells of every turn that waits, a push or hook of one thing only.
    """
    if recipient is None or not recipient.has(place):
        return Decision(dropped=[row.id for row in rows])
    return _Deciding(place, recipient, facts, now).on(rows)


@dataclass(slots=True)
class _Deciding:
    place: Place
    recipient: Recipient
    facts: Facts
    now: datetime
    decision: Decision = field(default_factory=Decision)
    waiting: dict[tuple[int, int, int], Turn] = field(default_factory=dict)
    standing: Set[tuple[int, int, int]] = frozenset()
    with_the_end: dict[int, datetime] = field(default_factory=dict)

    def on(self, rows: Sequence[NoticeRow]) -> Decision:
        # The clock is about to take turns that have timed out, and a plan those that have one.
        turns = {(turn.game_id, turn.seat, turn.seq): turn for turn in self.facts.turns}
        for key, turn in turns.items():
            if not turn.planned and (turn.deadline is None or turn.deadline > self.now):
                self.waiting[key] = turn
        self.standing = self.facts.standing | (turns.keys() - self.waiting.keys())
        holding = [row for row in rows if self._holds(row)]
        self.with_the_end = self._rematches_with_ends(holding)
        due = [row for row in holding if row.due_at <= self.now and not self._waits(row)]
        due = self._within_cap(due)
        if self.place.way == Way.MAIL:
            self._write_one(due, holding)
        else:
            self._write_each(due)
        return self.decision

    def _holds(self, row: NoticeRow) -> bool:
        """Drop what has no reason any more."""
        if self.recipient.tell_turns == "none" or not self.recipient.wants(row.stage, row.way):
            holds = False
        elif row.stage == Stage.END:
            end = self.facts.ended.get(row.game_id or 0)
            holds = end is not None and not end.seen
        elif row.stage in NEWS:
            holds = row.about in self.facts.news
        else:
            turn = self._turn(row)
            holds = turn is not None and self._due(row, turn) is not None
            if turn is None and (row.game_id, row.seat, row.seq) in self.standing:
                if row.due_at <= self.now:
                    self.decision.put_off[row.id] = self.now + STANDSTILL
                return False
        if not holds:
            self.decision.dropped.append(row.id)
        return holds

    def _waits(self, row: NoticeRow) -> bool:
        """Put off what is not to be told yet after all."""
        turn = self._turn(row)
        later = rests_until(self.now, time=turn and turn.time, preferences=self.recipient)
        # A look has put off the turn itself, and a nudge is not a matter of time.
        by_time = row.stage == Stage.LAST_CALL or (
            # More time moves the beginning of a turn on, but not when to tell of it.
            turn is not None and not turn.seen and turn.began_at <= self.now
        )
        if later is None and turn is not None and row.told == 0 and by_time:
            due = self._due(row, turn)
            later = due if due is not None and due > self.now else None
        if later is None and self._may_look_oneself(row):
            later = self.now + AT_ONCE
        if later is None and self.place.way == Way.MAIL:
            later = self.with_the_end.get(row.id)
        if later is not None:
            self.decision.put_off[row.id] = later
        return later is not None

    def _may_look_oneself(self, row: NoticeRow) -> bool:
        """Whether a turn to be told at once waits for somebody who has a page open."""
        turn = self._turn(row)
        if row.stage != Stage.TURN or turn is None or turn.seen or row.told:
            return False
        at_once = self.recipient.tell_turns == "once" and self.facts.here
        return at_once and turn.began_at <= self.now < turn.began_at + WITH_A_PAGE_OPEN

    def _rematches_with_ends(self, holding: Sequence[NoticeRow]) -> dict[int, datetime]:
        """Return until when rematches wait for the email about the end, where they stand."""
        ends = {row.game_id: row.due_at for row in holding if row.stage == Stage.END}
        found = {}
        for row in holding:
            if row.stage == Stage.REMATCH:
                end = ends.get(self.facts.news[row.about].rematch_of)
                if end is not None and end > self.now:
                    found[row.id] = end
        return found

    def _within_cap(self, due: list[NoticeRow]) -> list[NoticeRow]:
        """Put off what is beyond the cap; never nudges, last calls, starts or turns nearly over."""
        for row in due:
            later = self._not_before(row)
            if later is not None and self._is_held_back(row, later):
                self.decision.put_off[row.id] = later
        return [row for row in due if row.id not in self.decision.put_off]

    def _is_held_back(self, row: NoticeRow, later: datetime) -> bool:
        if row.stage in (Stage.LAST_CALL, Stage.END, Stage.SOON):
            return False
        if self.recipient.tell_turns == "daily":
            return True
        if row.stage == Stage.NUDGE:
            return False
        turn = self._turn(row)
        return turn is None or turn.deadline is None or turn.deadline > later

    def _not_before(self, row: NoticeRow) -> datetime | None:
        recipient, sent = self.recipient, self.facts.sent
        if recipient.tell_turns != "daily":
            return self._cap_ends_at(news=row.stage in NEWS)
        last = sent.digest
        if last is None or self._day(last) < self._day(self.now):
            return None
        return digest_after(self.now, zone=recipient.zone, hour=recipient.digest_hour)

    def _cap_ends_at(self, *, news: bool) -> datetime | None:
        """None for now. News, which others cause, use up half of the cap at most."""
        most, sent = self.recipient.most_a_day, self.facts.sent
        ends = [cap_ends_at(sent.capped, most)]
        if news and most is not None:
            ends.append(cap_ends_at(sent.news, most // 2))
        return max(filter(None, ends), default=None)

    def _write_one(self, due: Sequence[NoticeRow], holding: Sequence[NoticeRow]) -> None:
        """Tell of all turns that wait, however recent, if any of them is due."""
        asking = [row for row in due if self._turn(row) is not None]
        ended = [row for row in due if row.stage == Stage.END]
        games = {row.game_id for row in ended}
        new = [
            row
            for row in holding
            if (row in due and row.stage in NEWS)
            or (row.stage == Stage.REMATCH and self.facts.news[row.about].rematch_of in games)
        ]
        told = [*asking, *ended, *new]
        turns: list[Turn] = []
        if asking:
            subjects = _most_pressing(asking)
            about = {(row.game_id, row.seat) for row in subjects}
            # A last call is no list of the day.
            if subjects[0].stage != Stage.LAST_CALL or self.recipient.tell_turns != "daily":
                told += [row for row in holding if row.stage == Stage.TURN and row not in told]
            turns = list(self.waiting.values())
            turns.sort(key=lambda turn: (turn.game_id, turn.seat) not in about)
        if told:
            self._add(_kind(self.recipient, asking, ended), told, turns, ended, new)

    def _write_each(self, due: Sequence[NoticeRow]) -> None:
        """Tell of each thing by itself; of a turn once, and once a day of all together."""
        asking = [row for row in due if self._turn(row) is not None]
        rest = [row for row in due if row not in asking]
        if self.recipient.tell_turns == "daily":
            daily = [row for row in asking if row.stage != Stage.LAST_CALL]
            asking = [row for row in asking if row.stage == Stage.LAST_CALL]
            turns = list(self.waiting.values())
            if daily:
                self._add("digest", daily, turns)
        for row in asking:
            turn = self._turn(row)
            assert turn is not None
            same = [each for each in asking if self._turn(each) == turn]
            kind = _kind(self.recipient, same, ())
            if row == same[0] and self._is_within_cap(row, kind):
                self._add(kind, same, [turn])
        for row in rest:
            over = [row] if row.stage == Stage.END else []
            if self._is_within_cap(row, "end" if over else "news"):
                self._add("end" if over else "news", [row], [], over, [] if over else [row])

    def _is_within_cap(self, row: NoticeRow, kind: Kind) -> bool:
        """Count what is about to be sent; put off what is one too many."""
        if kind not in ("turn", "news"):
            return True
        later = self._cap_ends_at(news=kind == "news")
        if later is not None and self._is_held_back(row, later):
            self.decision.put_off[row.id] = later
            return False
        self.facts.sent.capped.append(self.now)
        if kind == "news":
            self.facts.sent.news.append(self.now)
        return True

    def _add(
        self,
        kind: Kind,
        told: Sequence[NoticeRow],
        turns: Sequence[Turn],
        ended: Sequence[NoticeRow] = (),
        new: Sequence[NoticeRow] = (),
    ) -> None:
        games = dict.fromkeys(row.game_id or 0 for row in ended)
        subject = (turns[0].game_id, turns[0].seat) if turns else (told[0].game_id, told[0].seat)
        same = [row.told for row in told if (row.game_id, row.seat) == subject]
        self.decision.letters.append(
            Letter(
                kind=kind,
                recipient=self.recipient,
                told=tuple(row.id for row in told),
                times_told=max(same, default=0),
                turns=tuple(turns),
                ended=tuple(self.facts.ended[game] for game in games),
                news=tuple(self.facts.news[about] for about in _abouts(new)),
            )
        )
        for row in told:
            self.decision.put_off.pop(row.id, None)
            turn = self._turn(row)
            if row.stage == Stage.TURN and turn is not None:
                again = told_again_at(
                    began_at=turn.began_at,
                    turn_seconds=turn.turn_seconds,
                    seen=turn.seen,
                    told=row.told + 1,
                    now=self.now,
                    preferences=self.recipient,
                )
                if again is not None:
                    self.decision.again[row.id] = again

    def _turn(self, row: NoticeRow) -> Turn | None:
        if row.stage == Stage.END or row.stage in NEWS:
            return None
        return self.waiting.get((row.game_id or 0, row.seat, row.seq))

    def _due(self, row: NoticeRow, turn: Turn) -> datetime | None:
        return due_at(row.stage, began_at=turn.began_at, time=turn.time, preferences=self.recipient)

    def _day(self, moment: datetime) -> date:
        return moment.astimezone(self.recipient.zone).date()


def _most_pressing(asking: Sequence[NoticeRow]) -> list[NoticeRow]:
    for stage in (Stage.LAST_CALL, Stage.NUDGE):
        if found := [row for row in asking if row.stage == stage]:
            return found
    return list(asking)


def _abouts(rows: Sequence[NoticeRow]) -> list[About]:
    return list(dict.fromkeys(row.about for row in rows))


def _kind(recipient: Recipient, asking: Sequence[NoticeRow], ended: Sequence[NoticeRow]) -> Kind:
    stages = {row.stage for row in asking}
    if Stage.LAST_CALL in stages:
        return "last_call"
    if asking and recipient.tell_turns == "daily":
        return "digest"
    if Stage.NUDGE in stages:
        return "nudge"
    if asking:
        return "turn"
    return "end" if ended else "news"
