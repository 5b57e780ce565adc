"""Players ask each other to take moves back.

The game stands still until all have agreed, somebody would rather not, or two days are over.
"""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.log.replay import Log
from games.log.rewinds import ASKED_FOR
from games.models import Actor, Game, GameSummary
from games.people.programs import is_by_hand, refuse_program
from games.people.seated import refuse_another, refuse_to_play, seated_at
from games.play.chairs import conclude_or_end, running
from games.play.conclusion import conclude
from games.play.rewinding import rows
from games.play.rewinding.offered import refusal_of
from games.play.rewinding.preview import stale, turns_of
from games.rules.errors import RuleError

AT_ONCE = 500


def ask_to_rewind(
    *, game_id: int, seat: int, to: int, by: int | None = None, by_token: bool = False
) -> bool:
    """Ask all others to undo the turns from version ``to`` on; return whether that is done already.

    It is if nobody else has to agree: in games against bots alone. ``by`` is the user who asks for
    it. Raise ``not_started``, ``game_over``, ``not_seated``, ``programs_not_rated``, ``suspended``,
    ``banned``, ``unread_warning``, or as ``refusal_of``; ``stale`` if no turn that can be undone
    has this version.
    """
    with transaction.atomic():
        game, log = running(game_id)
        _refuse_who_cant(game, log, seat, by, by_token=by_token)
        asked = log.asked
        if asked is not None and asked.seat == seat and asked.to == to:
            return False
        if (refused := refusal_of(game, log, seat)) is not None:
            raise refused
        if to not in [turn.version for turn in turns_of(log)]:
            raise stale()
        if log.people - log.chairs.left == {seat}:
            conclude(game, rows.undo(game, log, to=to, seat=seat, actor=Actor.PLAYER))
            return True
        conclude(game, rows.ask(game, log, to=to, seat=seat, actor=Actor.PLAYER))
    return False


def answer_rewind(
    *,
    game_id: int,
    seat: int,
    to: int,
    agrees: bool,
    by: int | None = None,
    by_token: bool = False,
) -> None:
    """Agree to what the table is asked, or rather not, which ends it; the last to agree does it.

    The player who asks may withdraw so. ``to`` is what they saw. Raise ``not_asked`` if the table
    is not asked that any more; the rest as ``ask_to_rewind``.
    """
    with transaction.atomic():
        game, log = running(game_id)
        _refuse_who_cant(game, log, seat, by, by_token=by_token)
        asked = log.asked
        if asked is None or asked.to != to:
            raise RuleError("not_asked", _("Nobody asks that any more."))
        if not agrees:
            log = rows.let_stand(game, log, seat=seat, actor=Actor.PLAYER)
            conclude_or_end(game, log, seat=seat)
            return
        if seat in asked.agreed:
            return
        log = rows.agree(game, log, seat=seat, actor=Actor.PLAYER)
        conclude(game, rows.undo_if_agreed(game, log, seat=seat))


def games_to_lapse(*, now: datetime) -> list[int]:
    """Return games whose table has been asked for too long, oldest first."""
    asked = GameSummary.objects.filter(asked_at__lte=now - ASKED_FOR)
    return list(asked.order_by("asked_at").values_list("game_id", flat=True)[:AT_ONCE])


def lapse(*, game_id: int, now: datetime) -> bool:
    """End an asking that nobody has decided; silence is a no. Return whether it was ended."""
    with transaction.atomic():
        try:
            game, log = running(game_id)
        except RuleError:
            return False
        asked = log.asked
        if asked is None or now < asked.until:
            return False
        seat = 0 if asked.seat is None else asked.seat
        log = rows.let_stand(game, log, seat=seat, actor=Actor.CLOCK)
        conclude_or_end(game, log, seat=seat)
    return True


def _refuse_who_cant(game: Game, log: Log, seat: int, by: int | None, *, by_token: bool) -> None:
    seated = seated_at(game.pk)
    refuse_another(seated[seat].seat, by)
    if seat not in log.people - log.chairs.left:
        raise RuleError("not_seated", _("You have no chair at this table."))
    refuse_program(rated=is_by_hand(game), by_token=by_token)
    refuse_to_play(seated[seat])
