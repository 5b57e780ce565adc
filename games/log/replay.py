"""A game's log replayed, from rows to state, without reading or writing.

It knows every hand: only for modules that may load a full state.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from games.log.chairs import Chairs, Clock, after_row, clock_after
from games.log.deadlines import Deadlines, parse_deadlines, turn_over_at
from games.log.rewinds import Asked, Undone
from games.log.rows import HandRow, LogRows, MoveRow, RoundRow, SealKey
from games.log.standing import standing
from games.models import ChairEvent, Game
from games.rules import game as rules
from games.rules.cards import parse_cards
from games.rules.deal import Deal
from games.rules.game import GameState


@dataclass(frozen=True, slots=True)
class Log:
    """A game replayed. Immutable."""

    game_id: int
    state: GameState
    version: int
    """Number of moves and chair events."""
    chairs: Chairs
    began_at: datetime
    """When the current decision opened, by its clock."""
    people: frozenset[int]
    """Seats that are no bot's own."""
    head: str
    """The last row's seal."""
    round_id: UUID | None
    """The current round's row; None before the first deal."""
    changed_at: datetime
    deadlines: Deadlines = field(default_factory=dict)
    """As the log says; games from before it did have none."""
    current_rows: tuple[MoveRow, ...] = ()
    """Rows of the current (or last) round, oldest first, without moves that were undone."""
    undone: tuple[Undone, ...] = ()
    """Of all rounds, in order."""
    halted_since: datetime | None = None
    """Since when nobody may act: a moderator paused the game, or the table is asked to take moves
    back."""
    paused_since: datetime | None = None
    """Since when bots have kept all chairs; None if they do not, or it is over or halted."""
    key: SealKey | None = field(default=None, repr=False)
    """The key of the seals; None for those who only read."""

    @property
    def over(self) -> bool:
        return self.state.over or self.chairs.voided

    @property
    def paused(self) -> bool:
        return self.paused_since is not None

    @property
    def halted(self) -> bool:
        """Nobody acts and no time passes: it is paused, or the table is asked something."""
        return not self.over and self.halted_since is not None

    @property
    def paused_by_moderator(self) -> bool:
        return not self.over and self.chairs.halted

    @property
    def asked(self) -> Asked | None:
        """What the table is asked to take back, if anything."""
        return None if self.over else self.chairs.asked

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.over else self.state.to_act

    @property
    def may_act(self) -> tuple[int, ...]:
        """As everybody sees it: a kept chair's seat too, and nobody while it is halted."""
        return () if self.halted else self.to_act

    @property
    def bots_to_act(self) -> tuple[int, ...]:
        if self.paused or self.halted:
            return ()
        with_player = self.people - self.chairs.without_player
        return tuple(seat for seat in self.to_act if seat not in with_player)

    @property
    def people_to_act(self) -> tuple[int, ...]:
        return () if self.halted else self.waited_for

    @property
    def waited_for(self) -> tuple[int, ...]:
        """The people to act, also while nobody may."""
        with_player = self.people - self.chairs.without_player
        return tuple(seat for seat in self.to_act if seat in with_player)

    def deadline_of(self, seat: int, turn_seconds: int | None) -> datetime | None:
        """Return when the clock decides for ``seat``; None without a clock."""
        if turn_seconds is None:
            return None
        by_length = turn_over_at(began_at=self.began_at, turn_seconds=turn_seconds)
        return self.deadlines.get(seat, by_length)

    def first_deadline(self, turn_seconds: int | None) -> datetime | None:
        """Return when the clock first decides; None: never."""
        ends = (self.deadline_of(seat, turn_seconds) for seat in self.people_to_act)
        return min((end for end in ends if end is not None), default=None)


def empty_log(game: Game, people: Iterable[int], head: str) -> Log:
    """Return the log before the first deal; ``head`` seals the game's facts."""
    return Log(
        game_id=game.pk,
        state=rules.new_game(game.players, game.rounds_to_play),
        version=0,
        chairs=Chairs(),
        began_at=game.created_at,
        people=frozenset(people),
        head=head,
        round_id=None,
        changed_at=game.created_at,
    )


def with_rows(log: Log, rows: LogRows) -> Log:
    """Return ``log`` with later ``rows``.

    Raise ``ValueError`` if they break the rules.
    """
    due = len(log.state.results) + (0 if log.state.needs_deal else 1)
    deals = [row for row in rows.rounds if row.number >= due]
    for row in rows.moves:
        if row.round_id != log.round_id:
            if not deals or deals[0].id != row.round_id:
                raise ValueError(f"The row at version {row.version} belongs to no round.")
            log = with_deal(log, deals[0], _hands_of(deals.pop(0), rows))
        log = with_move(log, row)
    if deals and log.state.needs_deal:
        log = with_deal(log, deals[0], _hands_of(deals[0], rows))
    return log


def _hands_of(row: RoundRow, rows: LogRows) -> list[HandRow]:
    return [hand for hand in rows.hands if hand.round_id == row.id]


def with_deal(log: Log, row: RoundRow, hands: Sequence[HandRow]) -> Log:
    """Return ``log`` with a deal."""
    dealt = Deal(tuple(parse_cards(hand.cards.split(" ")) for hand in hands), row.starter)
    return replace(
        log,
        state=rules.deal(log.state, dealt),
        began_at=max(log.began_at, row.created_at),
        head=hands[-1].mac,
        round_id=row.id,
        changed_at=row.created_at,
        deadlines=parse_deadlines(row.deadlines or ""),
        current_rows=(),
    )


def with_move(log: Log, row: MoveRow, state: GameState | None = None) -> Log:
    """Return ``log`` with a move or chair event; ``state`` is the result, if known."""
    chairs = after_row(
        log.chairs, type=row.type, seat=row.seat, actor=row.actor, at=row.created_at, to=row.to
    )
    clock = Clock(log.began_at, log.halted_since, log.paused_since)
    deadlines = log.deadlines
    rows, undone = (*log.current_rows, row), log.undone
    if row.is_chair_event:
        state = log.state
        clock = clock_after(
            *(clock, log.chairs, chairs, log.people),
            event=row.type,
            seat=row.seat,
            minutes=row.to,
            to_act=log.state.to_act,
            at=row.created_at,
        )
        if row.type == ChairEvent.REWIND:
            turns = turns_before(log, row.to)
            state = rules.taken_back(log.state, turns)
            undone = (*undone, *_undone_turns(log, turns, row.version))
            rows, deadlines = tuple(standing(rows)), {}
    else:
        state = state or rules.play(log.state, row.seat, row.move())
        if state.seq != log.state.seq:
            clock = clock._replace(began_at=row.created_at)
            deadlines = {}
    if row.deadlines is not None:
        deadlines = parse_deadlines(row.deadlines)
    return replace(
        log,
        state=state,
        version=log.version + 1,
        chairs=chairs,
        began_at=clock.began_at,
        deadlines=deadlines,
        halted_since=clock.halted_since,
        paused_since=None if state.over or chairs.voided else clock.paused_since,
        head=row.mac,
        changed_at=row.created_at,
        current_rows=rows,
        undone=undone,
    )


def _undone_turns(log: Log, first: int, by: int) -> list[Undone]:
    rows = (row for row in log.current_rows if row.is_turn)
    made = zip(rows, rules.with_ring(log.state.history), strict=True)
    return [
        Undone(
            log.state.round_number,
            number,
            row.version,
            row.actor,
            *moved,
            by,
        )
        for number, (row, moved) in enumerate(made, start=1)
        if number > first
    ]


def turns_before(log: Log, version: int | None) -> int:
    """Return how many turns of the running round stay if those from ``version`` on are undone.

    Raise ``ValueError`` if none of them has this version.
    """
    turns = [row.version for row in log.current_rows if row.is_turn]
    if version not in turns:
        raise ValueError(f"There is no turn at version {version} that could be undone.")
    return turns.index(version)
