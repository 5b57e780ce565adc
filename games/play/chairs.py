"""Taking back chairs, leaving, and ending games early.

All but ``void`` raise ``not_started`` or ``game_over``.
"""

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.live import announce
from games.log.replay import Log
from games.log.store import append_chair_event, lock
from games.models import Actor, ChairEvent, Game, Seat
from games.people.seated import refuse_to_play, seated_at
from games.play.conclusion import conclude
from games.rules.errors import RuleError


def take_back(*, game_id: int, seat: int, actor: str = Actor.PLAYER) -> None:
    """Return a kept chair to its player.

    Raise ``not_seated``, ``suspended`` or ``banned``.
    """
    with transaction.atomic():
        game, log = running(game_id)
        if seat in log.chairs.left:
            raise RuleError("not_seated", "You left this game.")
        if seat not in log.chairs.kept:
            return
        seated = seated_at(game_id)
        refuse_to_play(seated[seat], warned=True)
        log = _append(log, seat, ChairEvent.TAKE_BACK, actor)
        conclude(game, log, seated)


def keep(*, game_id: int, seat: int, actor: str) -> bool:
    """Let a bot keep the chair; return whether that is new."""
    with transaction.atomic():
        game, log = running(game_id)
        if seat not in log.people - log.chairs.without_player:
            return False
        log = _append(log, seat, ChairEvent.KEEP, actor)
        Seat.objects.filter(game=game, number=seat).update(agrees_to_end=False)
        conclude(game, log)
    return True


def leave(*, game_id: int, seat: int, actor: str = Actor.PLAYER) -> None:
    """Hand the chair to a bot for good; the last to leave ends the game."""
    with transaction.atomic():
        game, log = running(game_id)
        if seat in log.chairs.left:
            return
        log = _append(log, seat, ChairEvent.LEAVE, actor)
        Seat.objects.filter(game=game, number=seat).update(agrees_to_end=False)
        if log.people <= log.chairs.left:
            void(game, log, seat=seat, actor=actor)
            return
        conclude(game, log)
        if not log.halted:
            _end_if_agreed(game, log, seat)


def agree_to_end(*, game_id: int, seat: int, agrees: bool) -> None:
    """Record a player's vote to end the game; unanimity ends it.

    Raise ``not_seated`` or ``paused``.
    """
    with transaction.atomic():
        game, log = running(game_id)
        if seat not in log.people - log.chairs.without_player:
            raise RuleError("not_seated", "You have no chair at this table.")
        if agrees and log.halted:
            raise RuleError(
                "paused", _("A moderator has paused this game. It can’t be ended until it resumes.")
            )
        Seat.objects.filter(game=game, number=seat).update(agrees_to_end=agrees)
        if agrees and _end_if_agreed(game, log, seat):
            return
        Game.objects.filter(pk=game.pk).update(revision=F("revision") + 1)
        announce.table_changed(game)


def void(game: Game, log: Log, *, seat: int, actor: str) -> None:
    """End a game unfinished, under its lock."""
    conclude(game, _append(log, seat, ChairEvent.VOID, actor))


def running(game_id: int) -> tuple[Game, Log]:
    """Lock a running game and load its log."""
    game, log = lock(game_id)
    if log.state.round is None:
        raise RuleError("not_started", "The game has not begun.")
    if log.over:
        raise RuleError("game_over", "The game is over.")
    return game, log


def _append(log: Log, seat: int, event: str, actor: str) -> Log:
    return append_chair_event(log, seat, event, actor=actor, now=timezone.now())


def _end_if_agreed(game: Game, log: Log, seat: int) -> bool:
    there = log.people - log.chairs.without_player
    agreed = Seat.objects.filter(game=game, number__in=there, agrees_to_end=True).count()
    if not there or agreed < len(there):
        return False
    void(game, log, seat=seat, actor=Actor.PLAYER)
    return True
