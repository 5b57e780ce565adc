"""Timed-out turns and abandoned games."""

import logging
from datetime import datetime

from django.db import transaction

from games.log.deadlines import PAUSED_FOR
from games.log.now import database_now
from games.log.store import load, lock
from games.models import Actor, Game, GameSummary
from games.play.bots import bot_move
from games.play.chairs import void
from games.play.move import enter_move
from games.rules.errors import RuleError
from games.rules.moves import Move, Orient

logger = logging.getLogger(__name__)

AT_ONCE = 500


def due_games(*, now: datetime) -> list[int]:
    """Return games with a timed-out turn, longest overdue first."""
    due = GameSummary.objects.filter(deadline__lte=now).order_by("deadline")
    return list(due.values_list("game_id", flat=True)[:AT_ONCE])


def expire(*, game_id: int, now: datetime | None = None) -> int:
    """Make all decisions that have timed out at ``now``; return the number.

    Hands stay as dealt; the substitute plays turns.
    """
    game = Game.objects.get(pk=game_id)
    log = load(game)
    now = now or database_now()
    taken = 0
    for seat in log.people_to_act:
        over_at = log.deadline_of(seat, game.turn_seconds)
        if over_at is None or over_at > now:
            continue
        oriented = log.state.round is not None and log.state.round.oriented
        move: Move = bot_move(game, log, seat, game.substitute) if oriented else Orient(False)
        try:
            enter_move(game_id=game_id, seat=seat, move=move, seq=log.state.seq, actor=Actor.CLOCK)
        except RuleError as refusal:
            logger.info("The clock was too late in game %s: %s", game_id, refusal.code)
            break
        taken += 1
    return taken


def abandoned_games(*, now: datetime) -> list[int]:
    """Return games paused for too long."""
    paused = GameSummary.objects.filter(paused_since__lte=now - PAUSED_FOR)
    return list(paused.order_by("paused_since").values_list("game_id", flat=True)[:AT_ONCE])


def void_abandoned(*, game_id: int, now: datetime) -> bool:
    """Void a game still paused too long; return whether it was."""
    with transaction.atomic():
        game, log = lock(game_id)
        if log.paused_since is None or log.paused_since > now - PAUSED_FOR:
            return False
        void(game, log, seat=min(log.people), actor=Actor.CLOCK)
    return True
