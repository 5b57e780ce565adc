"""Bots at the table: they see a seat's view and enter their moves like everybody."""

import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from games.live.announce import SEARCHING
from games.log.chain import chain_key
from games.log.store import Log, load, secret_of
from games.models import Actor, Game, GameSummary, Seat
from games.play.move import play_move
from games.play.thinking import SIMPLER, think
from games.rules.errors import RuleError
from games.rules.moves import Move
from games.rules.views import view_for

logger = logging.getLogger(__name__)

OVERDUE = timedelta(seconds=10)
"""So long after its turn began a bot's wake-up message counts as lost."""
GIVEN_UP = timedelta(seconds=60)
"""So long after its turn began a bot is taken for unable to move, and a simpler one moves."""
AT_ONCE = 200
"""How many games one sweep wakes at the most."""


class Overdue(NamedTuple):
    """A game whose bots are due for too long."""

    game_id: int
    version: int
    searching: bool
    """Whether a bot of a level in ``SEARCHING`` plays there."""
    given_up: bool
    """Whether a simpler bot is to move now."""


def play_bots(*, game_id: int, version: int, simply: bool = False) -> int:
    """Make the move of every bot that a game waits for at ``version``; returns how many.

    With ``simply`` bots of ``SEARCHING`` are replaced by simpler ones. Does nothing when the game
    has moved on or is gone: another worker was quicker, or the message is late.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        return 0
    log = load(game)
    if log.version != version:
        return 0
    levels = dict(Seat.objects.filter(game=game).exclude(bot="").values_list("number", "bot"))
    played = 0
    for seat in log.bots_to_act:
        level = levels.get(seat, game.substitute)
        if simply and level in SEARCHING:
            logger.error("Bot %s did not move in game %s: a simpler one does", level, game_id)
            level = SIMPLER[0]
        move = bot_move(game, log, seat, level)
        try:
            play_move(game_id=game_id, seat=seat, move=move, seq=log.state.seq, actor=Actor.BOT)
        except RuleError as refusal:
            # Another worker made this bot's move between our look and ours, or its player is back.
            logger.info("A bot's move in game %s came late: %s", game_id, refusal.code)
            break
        played += 1
    return played


def bot_move(game: Game, log: Log, seat: int, level: str) -> Move:
    """The move that a bot of ``level`` makes for ``seat``, which may act in ``log``."""
    # Chance that differs from game to game and tells nothing of the deal.
    seed = int.from_bytes(chain_key(secret_of(game)))
    return think(level, view_for(log.state, seat), seed, game_id=game.pk)


def overdue_games(*, now: datetime) -> list[Overdue]:
    """Games whose bots have been due for too long, the longest first."""
    searching = Seat.objects.filter(game=OuterRef("game_id"), bot__in=SEARCHING)
    overdue = (
        GameSummary.objects.filter(bot_due_at__lte=now - OVERDUE)
        .annotate(
            searching=Exists(searching) | Q(game__substitute__in=SEARCHING),
            given_up=Q(bot_due_at__lte=now - GIVEN_UP),
        )
        .order_by("bot_due_at")
        .values_list("game_id", "version", "searching", "given_up")
    )
    return [Overdue(*row) for row in overdue[:AT_ONCE]]
