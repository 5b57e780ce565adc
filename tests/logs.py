"""Games played on without the door: many moves written as rows of the log at once.

A move by the door locks and replays the game and makes all lists anew. Tests that need a position,
whatever the way there, write sealed rows instead, and make the lists once.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from django.db import transaction
from django.utils import timezone

from games.log.deadlines import Clocks
from games.log.kept import keep
from games.log.replay import Log, with_move
from games.log.row_ids import move_id
from games.log.rows import MoveRow, row_seal
from games.log.store import append_deal, lock
from games.models import Actor, Game, Move
from games.play.conclusion import conclude
from games.rules import game as rules
from games.rules.game import GameState
from games.rules.moves import Move as RulesMove
from games.rules.round import normalise

Choose = Callable[[GameState], tuple[int, RulesMove]]
Until = Callable[[GameState], bool]


def write_moves(game_id: int, choose: Choose, most: int, until: Until) -> Log:
    """Write up to `most` moves chosen by `choose`, until `until`.

    Lists, notices and results follow from the last one alone.
    """
    with transaction.atomic():
        game, log = lock(game_id)
        rows: list[MoveRow] = []
        while log.to_act and len(rows) < most and not until(log.state):
            log, row = _with_next(log, choose)
            rows.append(row)
            if log.state.needs_deal:
                log = append_deal(game, log, row.created_at, Clocks(game.turn_seconds))
        if rows:
            Move.objects.bulk_create(Move(**row._asdict()) for row in rows)
            conclude(game, log)
            transaction.on_commit(partial(keep, replace(log, key=None)))
    return log


def write(game: Game, moves: Sequence[tuple[int, RulesMove]]) -> Log:
    left = iter(moves)
    return write_moves(game.pk, lambda _state: next(left), len(moves), lambda _state: False)


def actor_of(log: Log, seat: int) -> str:
    """A bot, if it has the chair."""
    return Actor.BOT if seat in log.bots_to_act else Actor.PLAYER


def _with_next(log: Log, choose: Choose) -> tuple[Log, MoveRow]:
    seat, move = choose(log.state)
    assert log.key is not None
    assert log.state.round is not None
    assert log.round_id is not None
    after = rules.play(log.state, seat, move)
    move = normalise(log.state.round, move)
    now = timezone.now()
    row = MoveRow(
        id=move_id(log.round_id, now, log.version),
        game_id=log.game_id,
        round_id=log.round_id,
        version=log.version,
        seq=log.state.seq,
        seat=seat,
        actor=actor_of(log, seat),
        type=move.type,
        flip=getattr(move, "flip", None),
        end=getattr(move, "end", ""),
        to=getattr(move, "to", None),
        start=getattr(move, "start", None),
        stop=getattr(move, "stop", None),
        created_at=now,
        mac="",
    )
    row = row._replace(mac=row_seal(log.key, log.head, row))
    return with_move(log, row, after), row
