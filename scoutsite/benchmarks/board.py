"""Time the rendering of boards."""

import time
from random import Random
from statistics import fmean

from django.template.loader import render_to_string
from django.utils import timezone

from games.log.chairs import Chairs
from games.models import Actor, Audience, Game, GameStatus, Kind, Seat
from games.pages.table.board.making import board_for
from games.pages.table.choices import Choice
from games.play.stamps import Stamp
from games.play.tables import Table, TableNote
from games.rules import game as rules
from games.rules.deal import SECRET_BYTES, deal_round
from games.rules.game import GameState
from games.rules.legal import legal_moves
from games.rules.views import view_for

MOVES = 12
"""Moves in the first round, without orientations."""


def milliseconds_of_a_board(players: int, seconds: float, seed: int = 0) -> float:
    """Return the mean CPU time per board over about ``seconds``."""
    tables = [_table(players, Random(f"{seed} {number}")) for number in range(10)]  # noqa: S311
    _html(tables[0])  # loads the templates
    spent = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for table in tables:
            start = time.process_time()
            _html(table)
            spent.append(time.process_time() - start)
    return 1000 * fmean(spent)


def _html(table: Table) -> str:
    board = board_for(table, Choice(), None)
    context = {"board": board, "public_id": table.game.public_id, "etag": '"x"', "fragment": True}
    return render_to_string("games/table/table.html#board", context)


def _table(players: int, chance: Random) -> Table:
    state = _some_moves(players, chance)
    seat = state.to_act[0]
    game = Game(pk=1, name="A benchmark", players=players, audience=Audience.OWN)
    now = game.created_at = timezone.now()
    seats = [
        Seat(pk=number, game=game, number=number, name=f"Bot {number}", bot="easy")
        for number in range(players)
    ]
    for each in seats:
        each.kind = Kind.BOT
    return Table(
        game=game,
        seats=seats,
        seat=seat,
        stamp=Stamp(1, seat, GameStatus.RUNNING, state.version, state.seq, 0),
        view=view_for(state, seat),
        own_moves=tuple(made.move for made in state.moves if made.seat == seat),
        last_hand=None,
        results=(),
        opened=(),
        totals_by_round=(),
        head="",
        secret=None,
        chairs=Chairs(),
        paused_since=None,
        halted=False,
        began_at=now,
        deadline=None,
        deadlines={},
        away={},
        notes=tuple(
            TableNote(turn, turn, made.seat, "turn", Actor.BOT, now)
            for turn, made in enumerate(state.moves)
        ),
    )


def _some_moves(players: int, chance: Random) -> GameState:
    while True:
        state = rules.deal(
            rules.new_game(players), deal_round(chance.randbytes(SECRET_BYTES), "", players, 0)
        )
        while not state.results and state.seq <= MOVES:
            assert state.round is not None
            seat = state.to_act[0]
            state = rules.play(state, seat, chance.choice(legal_moves(state.round, seat)))
        if not state.results:
            return state
