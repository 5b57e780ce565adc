"""Rows of the log <-> the rules: loading a game is replaying it, playing is appending.

Only services and selectors come here: what is loaded knows every hand and the game's secret.
"""

from collections import deque
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from games.log.chain import chain_key
from games.log.chairs import Chairs, Clock, after_row, clock_after, is_paused
from games.log.rows import HandRow, LogRows, MoveRow, RoundRow, first_seal, read_rows, row_seal
from games.models import Game, GameSecret, Hand, Move, Round, Seat
from games.rules import game as rules
from games.rules.cards import card_names, parse_cards
from games.rules.deal import Deal, deal_round
from games.rules.errors import RuleError
from games.rules.game import GameState
from games.rules.moves import Move as RulesMove
from games.rules.round import normalise


@dataclass(frozen=True, slots=True)
class Log:
    """A game replayed, with what it takes to append the next row."""

    game_id: int
    key: bytes
    """The key of the seals."""
    state: GameState
    version: int
    """How many rows of moves and chair events there are."""
    chairs: Chairs
    began_at: datetime
    """Since when the current decision is waited for."""
    people: frozenset[int]
    """The seats that are no bot's own."""
    head: str
    """The seal of the last row."""
    round_id: UUID | None
    """The row of the current round; None before the first deal."""
    changed_at: datetime
    current_rows: tuple[MoveRow, ...] = ()
    """The rows of the current (or last) round as they were loaded, oldest first."""
    halted_since: datetime | None = None
    """Since when a moderator has the game paused."""

    @property
    def over(self) -> bool:
        """Whether nothing more can happen: played to the end, or voided."""
        return self.state.over or self.chairs.voided

    @property
    def paused(self) -> bool:
        """Whether bots keep the chairs of all people who did not leave."""
        return not (self.over or self.halted) and is_paused(self.chairs, self.people)

    @property
    def halted(self) -> bool:
        """Whether a moderator has paused the game: nobody acts, and no time passes."""
        return not self.over and self.halted_since is not None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now, ascending; none when the game is over, also unfinished."""
        return () if self.over else self.state.to_act

    @property
    def bots_to_act(self) -> tuple[int, ...]:
        """The seats that may act now and for which a bot plays; none while the game is paused."""
        if self.paused or self.halted:
            return ()
        with_player = self.people - self.chairs.without_player
        return tuple(seat for seat in self.to_act if seat not in with_player)

    @property
    def people_to_act(self) -> tuple[int, ...]:
        """The seats that may act now and whose own player is there to do it."""
        if self.halted:
            return ()
        with_player = self.people - self.chairs.without_player
        return tuple(seat for seat in self.to_act if seat in with_player)


class _Replayed(NamedTuple):
    state: GameState
    chairs: Chairs
    clock: Clock


def _replay(game: Game, rows: LogRows, people: frozenset[int], version: int | None) -> _Replayed:
    state = rules.new_game(game.players)
    chairs = Chairs()
    clock = Clock(game.created_at)
    for round_row in rows.rounds:
        hands = [hand for hand in rows.hands if hand.round_id == round_row.id]
        dealt = tuple(parse_cards(hand.cards.split(" ")) for hand in hands)
        state = rules.deal(state, Deal(dealt, round_row.starter))
        clock = clock._replace(began_at=max(clock.began_at, round_row.created_at))
        for row in rows.moves:
            if row.round_id != round_row.id:
                continue
            if row.version == version:
                return _Replayed(state, chairs, clock)
            before = chairs
            chairs = after_row(chairs, type=row.type, seat=row.seat, actor=row.actor)
            if row.is_chair_event:
                clock = clock_after(
                    *(clock, before, chairs, people),
                    event=row.type,
                    seat=row.seat,
                    minutes=row.to,
                    to_act=state.to_act,
                    at=row.created_at,
                )
                continue
            seq = state.seq
            state = rules.play(state, row.seat, row.move())
            if state.seq != seq:
                clock = clock._replace(began_at=row.created_at)
    return _Replayed(state, chairs, clock)


def load(game: Game) -> Log:
    """The log of ``game``, replayed: a constant number of queries.

    ``ValueError`` (a ``RuleError`` among them) if its rows do not tell of a game by the rules.
    """
    rows = read_rows(game.pk)
    people = frozenset(Seat.objects.filter(game=game.pk, bot="").values_list("number", flat=True))
    key = chain_key(secret_of(game))
    ends: list[Any] = [*rows.rounds[-1:], *rows.moves[-1:]]
    last = deque(rows.in_order(), maxlen=1)
    replayed = _replay(game, rows, people, None)
    return Log(
        game_id=game.pk,
        key=key,
        state=replayed.state,
        version=len(rows.moves),
        chairs=replayed.chairs,
        began_at=replayed.clock.began_at,
        halted_since=replayed.clock.halted_since,
        people=people,
        head=last[0].mac if last else first_seal(key, game),
        round_id=rows.rounds[-1].id if rows.rounds else None,
        changed_at=max((row.created_at for row in ends), default=game.created_at),
        current_rows=tuple(row for row in rows.moves if row.round_id == rows.rounds[-1].id),
    )


def load_state(game: Game, version: int | None = None) -> GameState:
    """Where the cards of ``game`` lie, or lay at ``version``: for those who only read."""
    return _replay(game, read_rows(game.pk), frozenset(), version).state


def secret_of(game: Game) -> bytes:
    """The secret of ``game``. It never leaves the server before the game is over."""
    secret = GameSecret.objects.values_list("secret", flat=True).get(game=game.pk)
    return bytes(secret)


def append_deal(game: Game, log: Log, now: datetime) -> Log:
    """Write the rows of the deal that is due; returns the log with them."""
    number = log.state.round_number
    dealt = deal_round(secret_of(game), game.contribution, game.players, number)
    unsealed = RoundRow(uuid4(), game.pk, number, dealt.starter, now, "")
    round_row = unsealed._replace(mac=row_seal(log.key, log.head, unsealed))
    head = round_row.mac
    hand_rows = []
    for seat, hand in enumerate(dealt.hands):
        cards = " ".join(card_names(hand))
        hand_row = HandRow(uuid4(), round_row.id, seat, cards, "")
        head = row_seal(log.key, head, hand_row)
        hand_rows.append(hand_row._replace(mac=head))
    Round.objects.create(**round_row._asdict())
    Hand.objects.bulk_create(Hand(**row._asdict()) for row in hand_rows)
    return replace(
        log,
        state=rules.deal(log.state, dealt),
        began_at=now,
        head=head,
        round_id=round_row.id,
        changed_at=now,
    )


def append_move(log: Log, seat: int, move: RulesMove, *, actor: str, now: datetime) -> Log:
    """Write the row of ``move``; returns the log with it. ``RuleError`` if it is not legal."""
    state = log.state
    after = rules.play(state, seat, move)
    if state.round is None:
        raise RuleError("wrong_phase", "The cards are not dealt yet.")
    move = normalise(state.round, move)
    log = _append(
        log,
        seat=seat,
        type=move.type,
        flip=getattr(move, "flip", None),
        end=getattr(move, "end", ""),
        to=getattr(move, "to", None),
        start=getattr(move, "start", None),
        stop=getattr(move, "stop", None),
        actor=actor,
        now=now,
    )
    began_at = now if after.seq != state.seq else log.began_at
    return replace(log, state=after, began_at=began_at)


def append_chair_event(
    log: Log, seat: int, event: str, *, actor: str, now: datetime, minutes: int | None = None
) -> Log:
    """Write the row of a ``ChairEvent`` of ``seat``; returns the log with it.

    ``minutes`` are those that an extension gives.
    """
    after = _append(
        log,
        seat=seat,
        type=event,
        flip=None,
        end="",
        to=minutes,
        start=None,
        stop=None,
        actor=actor,
        now=now,
    )
    clock = clock_after(
        *(Clock(log.began_at, log.halted_since), log.chairs, after.chairs, log.people),
        event=event,
        seat=seat,
        minutes=minutes,
        to_act=log.state.to_act,
        at=now,
    )
    return replace(after, began_at=clock.began_at, halted_since=clock.halted_since)


def _append(
    log: Log,
    *,
    seat: int,
    type: str,  # noqa: A002
    flip: bool | None,
    end: str,
    to: int | None,
    start: int | None,
    stop: int | None,
    actor: str,
    now: datetime,
) -> Log:
    if log.round_id is None:
        raise RuleError("not_started", "The game has not begun.")
    unsealed = MoveRow(
        id=uuid4(),
        game_id=log.game_id,
        round_id=log.round_id,
        version=log.version,
        seq=log.state.seq,
        seat=seat,
        actor=actor,
        type=type,
        flip=flip,
        end=end,
        to=to,
        start=start,
        stop=stop,
        created_at=now,
        mac="",
    )
    row = unsealed._replace(mac=row_seal(log.key, log.head, unsealed))
    Move.objects.create(**row._asdict())
    return replace(
        log,
        version=log.version + 1,
        chairs=after_row(log.chairs, type=type, seat=seat, actor=actor),
        head=row.mac,
        changed_at=now,
    )
