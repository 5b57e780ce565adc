"""Loading a game's log and, in this module alone, appending to it.

What is loaded knows every hand and, for appending, the game's secret.
"""

from dataclasses import replace
from datetime import datetime
from functools import partial
from secrets import token_bytes
from typing import Any

from django.db import connection, transaction
from django.db.models import OuterRef, Subquery

from games.log.deadlines import UNTIMED, Clocks, Deadlines, deadlines_text
from games.log.kept import keep, kept_log
from games.log.now import note_set_back
from games.log.opening import after_event, opened
from games.log.reading import read_moves, read_rows, with_deals
from games.log.replay import Log, empty_log, with_deal, with_move, with_rows
from games.log.row_ids import hand_id, move_id, round_id
from games.log.rows import (
    HandRow,
    LogRows,
    MoveRow,
    Position,
    RoundRow,
    first_seal,
    row_seal,
    seal_key,
)
from games.models import Game, GameSecret, GameSummary, Hand, Move, Round, Seat
from games.models.prepared import Prepared
from games.rules import game as rules
from games.rules.cards import card_names
from games.rules.deal import deal_round
from games.rules.errors import RuleError
from games.rules.game import GameState
from games.rules.moves import Move as RulesMove
from games.rules.round import normalise

_GAME_FIELDS = [field.attname for field in Game._meta.concrete_fields]

# NO KEY UPDATE leaves readers alone, and rows that point at the game. The summary is locked with
# the game, so that both are read as the last to hold the lock left them; after it, as by everybody
# who locks a game (``games.people.locks``). The secret never changes, so it needs no lock.
_LOCKED = Prepared(
    lambda game: (
        Game.objects.select_for_update(no_key=True)
        .filter(pk=game, summary__isnull=False)
        .annotate(secret=Subquery(GameSecret.objects.filter(game=OuterRef("pk")).values("secret")))
        .values_list("secret", "summary__version", "summary__head", *_GAME_FIELDS)
    ),
    int,
)
_POSITION = Prepared(
    lambda game: GameSummary.objects.filter(game=game).values_list("version", "head"), int
)
_PEOPLE = Prepared(
    lambda game: Seat.objects.filter(game=game, bot="").values_list("number", flat=True), int
)


def load(game: Game, at: Position | None = None) -> Log:
    """Return the game's log at ``at`` (None: now), reading only unknown rows.

    One statement names the position, and what others append meanwhile is left out: the log and
    what that statement read are one snapshot. Raise ``ValueError`` if rows break the rules.
    """
    at = at or position_of(game.pk)
    log = kept_log(game.pk)
    if log is not None and position_in(log) != at:
        log = _brought_forward(log, at) if at else None
    if log is None:
        log = _replay(game, at)
    _keep_once_committed(log)
    return log


def position_of(game_id: int) -> Position | None:
    """Return where the game's log is; None if no list says so."""
    found = _POSITION.first(game_id)
    return found and Position(*found)


def position_in(log: Log) -> Position:
    """Return where ``log`` is."""
    return Position(log.version, log.head)


def lock(game_id: int) -> tuple[Game, Log]:
    """Return a game and its log, locked for appending until the transaction ends.

    Raise ``Game.DoesNotExist``.
    """
    row = _LOCKED.first(game_id)
    if row is None:
        raise Game.DoesNotExist
    secret, version, head, *columns = row
    game = Game.from_db(connection.alias, _GAME_FIELDS, columns)
    return game, replace(load(game, Position(version, head)), key=seal_key(bytes(secret), game))


def replay(game: Game) -> Log:
    """Return the log from all its rows, for unlisted games and for mending lists."""
    key = seal_key(secret_of(game), game)
    return replace(_replayed(game, read_rows(game.pk), first_seal(key, game)), key=key)


def load_state(game: Game, version: int | None = None, *, at: Position | None = None) -> GameState:
    """Return the state, by default now, only for reading."""
    return load_log(game, version, at=at).state


def load_log(game: Game, version: int | None = None, *, at: Position | None = None) -> Log:
    """Return the log, by default whole, without people, seals and chairs: only for reading."""
    rows = read_rows(game.pk, until=at)
    if version is not None:
        rows = rows._replace(moves=[row for row in rows.moves if row.version < version])
    return with_rows(empty_log(game, (), ""), rows)


def secret_of(game: Game) -> bytes:
    """Return the game's secret, which stays on the server until the game is over."""
    secret = GameSecret.objects.values_list("secret", flat=True).get(game=game.pk)
    return bytes(secret)


def _replay(game: Game, at: Position | None) -> Log:
    """All rows, if no list says where the log is, or one is wrong."""
    rows = read_rows(game.pk)
    if at is None:
        return _replayed(game, rows, "")
    log = _replayed(game, rows.until(at), at.head)
    return log if position_in(log) == at else _replayed(game, rows, at.head)


def _replayed(game: Game, rows: LogRows, empty_head: str) -> Log:
    """``empty_head`` is the seal without rows. People are fixed by the first deal: read later."""
    return with_rows(empty_log(game, _PEOPLE(game.pk), empty_head), rows)


def _brought_forward(log: Log, at: Position) -> Log | None:
    """None if later rows do not lead to ``at``."""
    if log.version >= at.version:
        return None
    # The last row that is known is read again: after a restored backup it may be another one.
    known = log.current_rows[-1:]
    moves = read_moves(log.game_id, since=log.version - len(known))
    if tuple(row.mac for row in moves[: len(known)]) != tuple(row.mac for row in known):
        return None
    moves = [row for row in moves[len(known) :] if row.version < at.version]
    if not known and moves and moves[0].round_id != log.round_id:
        return None
    rows = LogRows([], [], moves)
    dealt_since = any(row.round_id != log.round_id for row in moves)
    # If the last row is no move, it is a deal's.
    if dealt_since or (moves and moves[-1].mac != at.head):
        rows = with_deals(log.game_id, moves)._replace(moves=moves).until(at)
    log = with_rows(log, rows)
    return log if position_in(log) == at else None


def _keep_once_committed(log: Log) -> None:
    # Before the first deal seats still change hands, and there is nothing to replay.
    if log.round_id is not None:
        transaction.on_commit(partial(keep, replace(log, key=None)))


def append_deal(game: Game, log: Log, now: datetime, clocks: Clocks) -> Log:
    """Write the due deal; return the log with it."""
    number = log.state.round_number
    if number == 0 and game.turn_seconds is not None:
        # No row before it can tell whether the time was set back.
        note_set_back(now)
    dealt = deal_round(secret_of(game), game.contribution, game.players, number)
    round_row = RoundRow(round_id(now, token_bytes(10)), game.pk, number, dealt.starter, now, "")
    hands = [
        HandRow(hand_id(round_row.id, now, seat), round_row.id, seat, cards, "")
        for seat, cards in enumerate(" ".join(card_names(hand)) for hand in dealt.hands)
    ]
    after = with_deal(log, round_row, hands)
    round_row = _sealed(log, _saying(round_row, opened(after, clocks)))
    hand_rows: list[HandRow] = []
    head = round_row.mac
    for hand_row in hands:
        hand_rows.append(_sealed(log, hand_row, after=head))
        head = hand_rows[-1].mac
    Round.objects.create(**round_row._asdict())
    Hand.objects.bulk_create(Hand(**row._asdict()) for row in hand_rows)
    return _appended(with_deal(log, round_row, hand_rows))


def append_move(
    log: Log, seat: int, move: RulesMove, *, actor: str, now: datetime, clocks: Clocks
) -> Log:
    """Write ``move``; return the log with it. Raise ``RuleError`` if illegal."""
    state = log.state
    after = rules.play(state, seat, move)
    assert state.round is not None
    move = normalise(state.round, move)
    row = _new_row(log, seat, move.type, actor, now)._replace(
        flip=getattr(move, "flip", None),
        end=getattr(move, "end", ""),
        to=getattr(move, "to", None),
        start=getattr(move, "start", None),
        stop=getattr(move, "stop", None),
    )
    if after.seq != state.seq and not after.needs_deal:
        row = _saying(row, opened(with_move(log, row, after), clocks))
    return _append(log, row, after)


def append_chair_event(
    log: Log,
    seat: int,
    event: str,
    *,
    actor: str,
    now: datetime,
    clocks: Clocks = UNTIMED,
    to: int | None = None,
) -> Log:
    """Write a ``ChairEvent``; return the log with it. ``to`` is minutes, or the move to undo.

    ``clocks`` are needed by events that give anybody time: ``take_back``, ``new_player``,
    ``extend``, ``resume``, ``refuse_rewind``, ``rewind``.
    """
    row = _new_row(log, seat, event, actor, now)._replace(to=to)
    return _append(log, _saying(row, after_event(log, with_move(log, row), row, clocks)))


def _new_row(log: Log, seat: int, type: str, actor: str, now: datetime) -> MoveRow:  # noqa: A002
    if log.round_id is None:
        raise RuleError("not_started", "The game has not begun.")
    if now < log.changed_at:
        note_set_back(now)
    return MoveRow(
        id=move_id(log.round_id, now, log.version),
        game_id=log.game_id,
        round_id=log.round_id,
        version=log.version,
        seq=log.state.seq,
        seat=seat,
        actor=actor,
        type=type,
        flip=None,
        end="",
        to=None,
        start=None,
        stop=None,
        created_at=now,
        mac="",
    )


def _saying(row: Any, deadlines: Deadlines | None) -> Any:
    return row if deadlines is None else row._replace(deadlines=deadlines_text(deadlines))


def _append(log: Log, row: MoveRow, state: GameState | None = None) -> Log:
    row = _sealed(log, row)
    Move.objects.create(**row._asdict())
    return _appended(with_move(log, row, state))


def _sealed(log: Log, row: Any, *, after: str | None = None) -> Any:
    assert log.key is not None, "Only a locked log is appended to."
    return row._replace(mac=row_seal(log.key, log.head if after is None else after, row))


def _appended(log: Log) -> Log:
    _keep_once_committed(log)
    return log
