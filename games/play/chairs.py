"""Who plays for a seat of a running game: taking back, leaving for good, ending unfinished."""

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.live import announce
from games.lobby import opening as lobby
from games.log.store import Log, append_chair_event, load
from games.models import Actor, ChairEvent, Game, GameStatus, Seat
from games.people.standing import refuse_to_play
from games.play.conclusion import conclude
from games.rules.errors import RuleError


def take_back(*, game_id: int, seat: int, actor: str = Actor.PLAYER) -> None:
    """Let the player of ``seat`` take the chair back that a bot keeps; again is as good as once.

    ``RuleError``: ``game_over``, ``not_started``, ``not_seated`` for one who left for good, or
    ``suspended`` and ``banned`` for one who may not play.
    """
    with transaction.atomic():
        game, log = running(game_id)
        if seat in log.chairs.left:
            raise RuleError("not_seated", "You left this game.")
        if seat not in log.chairs.kept:
            return
        refuse_to_play(game_id=game_id, seat=seat, warned=True)
        log = _append(log, seat, ChairEvent.TAKE_BACK, actor)
        conclude(game, log)


def keep(*, game_id: int, seat: int, actor: str) -> bool:
    """Let a bot keep the chair of ``seat`` until its player takes it back; whether that is new.

    ``RuleError``: ``game_over``, ``not_started``.
    """
    with transaction.atomic():
        game, log = running(game_id)
        if seat not in log.people - log.chairs.without_player:
            return False
        log = _append(log, seat, ChairEvent.KEEP, actor)
        Seat.objects.filter(game=game, number=seat).update(agrees_to_end=False)
        conclude(game, log)
    return True


def leave(*, game_id: int, seat: int, actor: str = Actor.PLAYER) -> None:
    """Hand the chair of ``seat`` to a bot for good; again is as good as once.

    When nobody is left the game ends unfinished. ``RuleError``: ``game_over``, ``not_started``.
    """
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
    """Say that one agrees to end the game unfinished, or not any more.

    It ends once all people agree who neither left nor have a bot on their chair. ``RuleError``:
    ``game_over``, ``not_started``, ``not_seated`` for one without a chair of their own, ``paused``
    for who agrees while a moderator has paused the game.
    """
    with transaction.atomic():
        game, log = running(game_id)
        if seat not in log.people - log.chairs.without_player:
            raise RuleError("not_seated", "You have no chair at this table.")
        if agrees and log.halted:
            raise RuleError(
                "paused", _("A moderator has paused this game. It can’t be ended until it goes on.")
            )
        Seat.objects.filter(game=game, number=seat).update(agrees_to_end=agrees)
        if agrees and _end_if_agreed(game, log, seat):
            return
        Game.objects.filter(pk=game.pk).update(revision=F("revision") + 1)
        announce.table_changed(game)


def void(game: Game, log: Log, *, seat: int, actor: str) -> None:
    """End a game unfinished, within a transaction that holds its lock."""
    conclude(game, _append(log, seat, ChairEvent.VOID, actor))


def leave_all(*, user: AbstractUser) -> None:
    """Take ``user`` out of every game that is not over: one who goes away, for good."""
    seats = Seat.objects.filter(user=user.pk)
    not_begun = seats.filter(game__summary__status=GameStatus.OPEN)
    for game_id in not_begun.values_list("game_id", flat=True):
        lobby.leave_before_start(game_id=game_id, user=user)
    running = seats.filter(game__summary__status=GameStatus.RUNNING)
    for game_id, number in running.values_list("game_id", "number"):
        leave(game_id=game_id, seat=number)


def running(game_id: int) -> tuple[Game, Log]:
    """A running game, locked, and its log; ``RuleError``: ``not_started``, ``game_over``."""
    game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
    log = load(game)
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
