"""The clock: turns whose time is over, and games that stand paused for too long."""

import logging
from datetime import datetime

from django.db import transaction

from games.log.deadlines import PAUSED_FOR
from games.log.store import load
from games.models import Actor, Game, GameSummary
from games.play.bots import bot_move
from games.play.chairs import void
from games.play.move import play_move
from games.rules.errors import RuleError
from games.rules.moves import Move, Orient

logger = logging.getLogger(__name__)

AT_ONCE = 500
"""How many games one sweep looks at, at the most."""


def due_games(*, now: datetime) -> list[int]:
    """Games with a turn whose time is over, the longest overdue first."""
    due = GameSummary.objects.filter(deadline__lte=now).order_by("deadline")
    return list(due.values_list("game_id", flat=True)[:AT_ONCE])


def expire(*, game_id: int) -> int:
    """Take the decision of every player of a game whose time is over; returns how many.

    A hand that nobody turned is kept as dealt; a turn is played by the game's substitute. Does
    nothing when the player was quicker, or the time is not over: ``play_move`` looks again under
    the lock.
    """
    game = Game.objects.get(pk=game_id)
    log = load(game)
    taken = 0
    for seat in log.people_to_act:
        oriented = log.state.round is not None and log.state.round.oriented
        move: Move = bot_move(game, log, seat, game.substitute) if oriented else Orient(False)
        try:
            play_move(game_id=game_id, seat=seat, move=move, seq=log.state.seq, actor=Actor.CLOCK)
        except RuleError as refusal:
            logger.info("The clock came late in game %s: %s", game_id, refusal.code)
            break
        taken += 1
    return taken


def abandoned_games(*, now: datetime) -> list[int]:
    """Games that have stood paused for so long that nobody will come back."""
    paused = GameSummary.objects.filter(paused_since__lte=now - PAUSED_FOR)
    return list(paused.order_by("paused_since").values_list("game_id", flat=True)[:AT_ONCE])


def void_abandoned(*, game_id: int, now: datetime) -> bool:
    """Void a game that has stood paused for too long; whether it was still so."""
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        log = load(game)
        if not log.paused or log.changed_at > now - PAUSED_FOR:
            return False
        void(game, log, seat=min(log.people), actor=Actor.CLOCK)
    return True
