"""Moderators' acts in games.

All return the audit log's row and raise ``not_started``, ``game_over`` or as ``audit.record``.
"""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.db.models import Exists, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.log.now import database_now
from games.log.replay import Log
from games.log.store import append_chair_event, lock
from games.models import (
    ActionKind,
    Actor,
    Case,
    ChairEvent,
    ChatMessage,
    FormerPlayer,
    Game,
    ModerationAction,
    Seat,
    Watcher,
)
from games.order.audit import record, tell_table
from games.people.clocks import clocks_of
from games.people.seated import seated_at
from games.play import chairs
from games.play.conclusion import conclude
from games.play.rewinding import rows
from games.play.rewinding.preview import undoing
from games.practice.making import forget_game
from games.rules.errors import RuleError

LONGEST_EXTENSION = 14 * 24 * 60
"""Minutes."""


def pause(
    *, game_id: int, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Pause moves and time. Raise ``paused``."""
    with transaction.atomic():
        game, log = chairs.running(game_id)
        if log.paused_by_moderator:
            raise RuleError("paused", _("This game is already paused."))
        action = record(ActionKind.PAUSE, by=by, reason=reason, game=game, case=case)
        _append(game, log, ChairEvent.PAUSE)
        tell_table(action, game)
    return action


def resume(
    *, game_id: int, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Resume with the time left. Raise ``not_paused``."""
    with transaction.atomic():
        game, log = chairs.running(game_id)
        if not log.paused_by_moderator:
            raise RuleError("not_paused", _("This game is not paused."))
        action = record(ActionKind.RESUME, by=by, reason=reason, game=game, case=case)
        _append(game, log, ChairEvent.RESUME)
        tell_table(action, game)
    return action


def extend(
    *,
    game_id: int,
    minutes: int,
    by: AbstractUser,
    reason: str,
    case: Case | None = None,
) -> ModerationAction:
    """Give ``minutes`` more for the current decision.

    Raise ``no_clock``, or ``bad_terms`` for an impossible number.
    """
    if not 1 <= minutes <= LONGEST_EXTENSION:
        raise RuleError("bad_terms", _("An extension can be from one minute to two weeks."))
    with transaction.atomic():
        game, log = chairs.running(game_id)
        if game.turn_seconds is None:
            raise RuleError("no_clock", _("This game has no clock."))
        action = record(
            ActionKind.EXTEND, by=by, reason=reason, game=game, case=case, minutes=minutes
        )
        _append(game, log, ChairEvent.EXTEND, minutes=minutes)
        tell_table(action, game)
    return action


def rewind(
    *, game_id: int, to: int, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Undo the turns of a paused game's running round from version ``to`` on.

    Raise ``not_paused``, ``rewind_shared`` if others play the same deal, or ``stale`` if no turn
    that can be undone has this version.
    """
    with transaction.atomic():
        game, log = chairs.running(game_id)
        if not log.paused_by_moderator:
            raise RuleError("not_paused", _("Pause the game first: moves are taken back in peace."))
        if game.occasion:
            raise RuleError(
                "rewind_shared", _("Others play the same deal, so its moves can’t be taken back.")
            )
        undone = undoing(log, to).undone
        action = record(
            ActionKind.REWIND,
            by=by,
            reason=reason,
            game=game,
            case=case,
            moves=len(undone),
            first=undone[0].number,
        )
        conclude(game, rows.undo(game, log, to=to, seat=0, actor=Actor.MODERATOR))
        tell_table(action, game)
    return action


def put_bot(
    *, game_id: int, seat: int, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Put a bot on a chair; its player may take it back. Raise ``kept_already``."""
    with transaction.atomic():
        game, log = chairs.running(game_id)
        if seat not in log.people - log.chairs.without_player:
            raise RuleError("kept_already", _("A bot is already playing on this chair."))
        action = record(
            ActionKind.PUT_BOT, **_at(game, seat), by=by, reason=reason, case=case, seat=seat
        )
        chairs.keep(game_id=game_id, seat=seat, actor=Actor.MODERATOR)
        tell_table(action, game)
    return action


def give_back(
    *, game_id: int, seat: int, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Return a chair to its player. Raise ``not_kept``."""
    with transaction.atomic():
        game, log = chairs.running(game_id)
        if seat not in log.chairs.kept:
            raise RuleError("not_kept", _("No bot is keeping this chair."))
        action = record(
            ActionKind.GIVE_BACK, **_at(game, seat), by=by, reason=reason, case=case, seat=seat
        )
        chairs.take_back(game_id=game_id, seat=seat, actor=Actor.MODERATOR)
        tell_table(action, game)
    return action


def void(
    *, game_id: int, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """End a game without a winner, or void a finished one. Raise ``voided``.

    This can't be undone: it opens the hands.
    """
    with transaction.atomic():
        game, log = lock(game_id)
        if log.state.round is None:
            raise RuleError("not_started", _("The game has not begun."))
        if log.chairs.voided:
            raise RuleError("voided", _("This game is already voided."))
        action = record(ActionKind.VOID, by=by, reason=reason, game=game, case=case)
        tell_table(action, game)
        forget_game(game, now=timezone.now())
        if case is not None:
            # It may be closed afterwards; once the ledger is taken, nothing else is locked.
            Case.objects.select_for_update(no_key=True).filter(pk=case.pk).first()
        # Last, for it may take the ledger.
        chairs.void(game, log, seat=0, actor=Actor.MODERATOR)
    return action


def open_hands(
    *, game_id: int, by: AbstractUser, reason: str, case: Case | None = None
) -> ModerationAction:
    """Log that ``by`` sees a running game's hands.

    Raise ``took_part``, or ``bad_request`` if others play the same deal.
    """
    with transaction.atomic():
        game, log = chairs.running(game_id)
        if game.occasion:
            raise RuleError("bad_request", _("Others play the same cards: these hands stay shut."))
        refuse_who_took_part(game, by)
        return record(
            ActionKind.OPEN_HANDS,
            by=by,
            reason=reason,
            game=game,
            case=case,
            # What is looked at is the game as it was then.
            version=log.version,
        )


def refuse_who_took_part(game: Game, by: AbstractUser) -> None:
    """Raise ``took_part`` if ``by`` sat, watched or wrote there."""
    part = (
        Q(creator=by.pk)
        | Exists(Seat.objects.filter(game=game, user=by.pk))
        | Exists(FormerPlayer.objects.filter(seat__game=game, user=by.pk))
        | Exists(Watcher.objects.filter(game=game, user=by.pk))
        | Exists(ChatMessage.objects.filter(game=game, user=by.pk))
    )
    if Game.objects.filter(part, pk=game.pk).exists():
        raise RuleError(
            "took_part",
            _("You played in this game, watched it or wrote in it. Leave it to another moderator."),
        )


def _append(game: Game, log: Log, event: str, minutes: int | None = None) -> None:
    now = database_now()
    log = append_chair_event(
        *(log, 0, event),
        actor=Actor.MODERATOR,
        now=now,
        clocks=clocks_of(game, seated_at(game.pk)),
        to=minutes,
    )
    # While it was paused, the last player who had not agreed to end it may have left.
    chairs.conclude_or_end(game, log, seat=0)


def _at(game: Game, seat: int) -> dict[str, Any]:
    row = Seat.objects.select_related("user").get(game=game, number=seat)
    return {"game": game, "player": row.user}
