"""Taking back chairs, leaving, and ending games early.

``take_back``, ``keep`` and ``leave`` raise ``not_started`` or ``game_over``.
"""

from collections.abc import Collection

from django.db import transaction

from games.log.now import database_now
from games.log.replay import Log
from games.log.store import append_chair_event, lock
from games.models import Actor, ChairEvent, ChairOffer, Game, Seat
from games.people.clocks import clocks_of
from games.people.seated import refuse_another_at, refuse_to_play, seated_at
from games.play.conclusion import conclude
from games.play.notes import forget_note
from games.play.plans.keeping import drop_plans, forget_plans
from games.play.rewinding.rows import let_stand, undo_if_agreed
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
        log = append_chair_event(
            *(log, seat, ChairEvent.TAKE_BACK),
            actor=actor,
            now=database_now(),
            clocks=clocks_of(game, seated),
        )
        _end_offer(game, seat)
        conclude(game, log, seated)


def keep(*, game_id: int, seat: int, actor: str) -> bool:
    """Let a bot keep the chair; return whether that is new."""
    with transaction.atomic():
        game, log = running(game_id)
        if seat not in log.people - log.chairs.without_player:
            return False
        drop_plans(Seat.objects.filter(game=game_id, number=seat))
        # A bot can't agree for its player.
        log = let_stand(game, log, seat=seat, actor=actor)
        conclude(game, _append(log, seat, ChairEvent.KEEP, actor))
    return True


def leave(*, game_id: int, seat: int, actor: str = Actor.PLAYER, by: int | None = None) -> None:
    """Hand the chair to a bot for good; the last to leave ends the game.

    ``by`` is the user who asks for it, if anybody does. Raise ``not_seated`` if it is not theirs.
    """
    with transaction.atomic():
        game, log = running(game_id)
        refuse_another_at(game_id, seat, by)
        if seat not in log.chairs.left:
            hand_over(game, log, seat=seat, actor=actor)


def hand_over(game: Game, log: Log, *, seat: int, actor: str) -> None:
    """Do what ``leave`` does, under the game's lock."""
    forget_plans(Seat.objects.filter(game=game, number=seat))
    if log.asked is not None and log.asked.seat == seat:
        log = let_stand(game, log, seat=seat, actor=actor)
    log = undo_if_agreed(game, _append(log, seat, ChairEvent.LEAVE, actor), seat=seat)
    forget_note(game, seat=seat)
    _end_offer(game, seat)
    if log.people <= log.chairs.left:
        void(game, log, seat=seat, actor=actor)
    else:
        conclude_or_end(game, log, seat=seat)


def void(game: Game, log: Log, *, seat: int, actor: str) -> None:
    """End a game unfinished, under its lock."""
    drop_plans(Seat.objects.filter(game=game))
    conclude(game, _append(log, seat, ChairEvent.VOID, actor))


def conclude_or_end(game: Game, log: Log, *, seat: int) -> None:
    """Conclude an event, or end the game if all now agree who have not left; not while paused."""
    if log.halted or not end_if_agreed(game, log, seat=seat, actor=Actor.PLAYER):
        conclude(game, log)


def end_if_agreed(
    game: Game, log: Log, *, seat: int, actor: str, silent: Collection[int] = ()
) -> bool:
    """End a game, under its lock, if all agree who have not left; ``silent`` seats need not."""
    offer = log.chairs.offer
    if offer is None or offer.missing(log.people, log.chairs.left) - set(silent):
        return False
    void(game, log, seat=seat, actor=actor)
    return True


def running(game_id: int) -> tuple[Game, Log]:
    """Lock a running game and load its log."""
    game, log = lock(game_id)
    if log.state.round is None:
        raise RuleError("not_started", "The game has not begun.")
    if log.over:
        raise RuleError("game_over", "The game is over.")
    return game, log


def _end_offer(game: Game, seat: int) -> None:
    """A link that led to the chair is worth nothing any more."""
    ChairOffer.objects.filter(seat__game=game.pk, seat__number=seat).delete()


def _append(log: Log, seat: int, event: str, actor: str) -> Log:
    return append_chair_event(log, seat, event, actor=actor, now=database_now())
