"""Bots see a seat's view and move as people do."""

import logging
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from games.bots.registry import thinks_long
from games.log.chain import chain_key
from games.log.replay import Log
from games.log.store import load, secret_of
from games.models import Actor, Game, GameSummary, Seat
from games.play.move import enter_move
from games.play.thinking import SIMPLER, think
from games.rules.errors import RuleError
from games.rules.moves import Move
from games.rules.views import view_for

logger = logging.getLogger(__name__)

OVERDUE = timedelta(seconds=10)
"""A bot's wake-up counts as lost this long after its turn began."""
GIVEN_UP = timedelta(seconds=60)
"""A simpler bot takes over this long after the turn began."""
AT_ONCE = 200


class Overdue(NamedTuple):
    """A game with overdue bots."""

    game_id: int
    version: int
    searching: bool
    given_up: bool
    """Whether simpler bots should move."""


def play_bots(*, game_id: int, version: int, simply: bool = False) -> int:
    """Make the bot moves due at ``version``; return their number.

    ``simply`` replaces slow bots.
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
        if simply and level in thinks_long():
            logger.error("Bot %s did not move in game %s: a simpler one will", level, game_id)
            level = SIMPLER[0]
        move = bot_move(game, log, seat, level)
        try:
            enter_move(game_id=game_id, seat=seat, move=move, seq=log.state.seq, actor=Actor.BOT)
        except RuleError as refusal:
            # Another worker made this move since we looked, or the player is back.
            logger.info("Late bot move in game %s: %s", game_id, refusal.code)
            break
        played += 1
    return played


def bot_move(game: Game, log: Log, seat: int, level: str) -> Move:
    """Return a bot's move."""
    # Randomness that differs from game to game and reveals nothing about the deal.
    seed = int.from_bytes(chain_key(secret_of(game)))
    return think(level, view_for(log.state, seat), seed, game_id=game.pk)


def overdue_games(*, now: datetime) -> list[Overdue]:
    """Return games with overdue bots, longest first."""
    slow = thinks_long()
    searching = Seat.objects.filter(game=OuterRef("game_id"), bot__in=slow)
    overdue = (
        GameSummary.objects.filter(bot_due_at__lte=now - OVERDUE)
        .annotate(
            searching=Exists(searching) | Q(game__substitute__in=slow),
            given_up=Q(bot_due_at__lte=now - GIVEN_UP),
        )
        .order_by("bot_due_at")
        .values_list("game_id", "version", "searching", "given_up")
    )
    return [Overdue(*row) for row in overdue[:AT_ONCE]]
