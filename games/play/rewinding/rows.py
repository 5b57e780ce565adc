"""The rows that take moves back, or let them stay; under the game's lock."""

from games.log.now import database_now
from games.log.replay import Log
from games.log.store import append_chair_event
from games.models import Actor, ChairEvent, Game, Seat
from games.people.clocks import clocks_of
from games.people.seated import seated_at
from games.play.plans.keeping import forget_plans


def undo(game: Game, log: Log, *, to: int, seat: int, actor: str) -> Log:
    """Undo the moves of the running round from version ``to`` on, and put all plans away.

    The seat to act gets a whole turn. What waits for undone decisions (links, notices) ends by
    itself, for the decision is another one now.
    """
    forget_plans(Seat.objects.filter(game=game))
    return _append(game, log, seat, ChairEvent.REWIND, actor, to)


def let_stand(game: Game, log: Log, *, seat: int, actor: str) -> Log:
    """End the asking, if the table is asked: the moves stay, and time goes on."""
    if log.asked is None:
        return log
    return _append(game, log, seat, ChairEvent.REFUSE_REWIND, actor)


def ask(game: Game, log: Log, *, to: int, seat: int, actor: str) -> Log:
    """Ask the table whether to undo the moves from version ``to`` on."""
    return _append(game, log, seat, ChairEvent.ASK_REWIND, actor, to)


def agree(game: Game, log: Log, *, seat: int, actor: str) -> Log:
    """Note that a player agrees."""
    return _append(game, log, seat, ChairEvent.AGREE_REWIND, actor)


def undo_if_agreed(game: Game, log: Log, *, seat: int) -> Log:
    """Undo the moves if all now agree who have not left; ``seat`` was the last to decide."""
    asked = log.asked
    if asked is None or asked.missing(log.people, log.chairs.left):
        return log
    return undo(game, log, to=asked.to, seat=seat, actor=Actor.PLAYER)


def _append(game: Game, log: Log, seat: int, event: str, actor: str, to: int | None = None) -> Log:
    return append_chair_event(
        *(log, seat, event),
        actor=actor,
        now=database_now(),
        clocks=clocks_of(game, seated_at(game.pk)),
        to=to,
    )
