"""One player nudges another."""

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from games.live import announce
from games.log.deadlines import nudge_from
from games.log.store import lock
from games.models import Game, Seat
from games.notices.schedule import schedule_nudge
from games.people.seated import refuse_another_at, seated_at
from games.rules.errors import RuleError


def nudge(*, game_id: int, by_seat: int, seat: int, by: int | None = None) -> None:
    """Ask ``seat`` to move on behalf of ``by_seat``, once per turn.

    ``by`` is the user who asks for it, if anybody does. Raise ``not_started``, ``game_over``,
    ``not_seated``, ``not_your_turn``, ``too_early`` or ``nudged_already``.
    """
    with transaction.atomic():
        game, log = lock(game_id)
        refuse_another_at(game_id, by_seat, by)
        if log.state.round is None:
            raise RuleError("not_started", _("The game has not begun."))
        if log.over:
            raise RuleError("game_over", _("The game is over."))
        if by_seat not in log.people - log.chairs.without_player:
            raise RuleError("not_seated", _("You have no chair at this table."))
        if seat == by_seat or seat not in log.people_to_act:
            raise RuleError("not_your_turn", _("Nobody is waiting for them right now."))
        now = timezone.now()
        if now < nudge_from(
            began_at=log.began_at, deadline=log.deadline_of(seat, game.turn_seconds)
        ):
            raise RuleError("too_early", _("Give them half of their time first."))
        seated = seated_at(game_id)
        nudged = seated[seat].seat
        if nudged.nudged_seq == log.state.seq:
            raise RuleError("nudged_already", _("They have already been nudged for this turn."))
        Seat.objects.filter(pk=nudged.pk).update(nudged_seq=log.state.seq, nudged_by=by_seat)
        schedule_nudge(game, log, seated[seat], now=now)
        Game.objects.filter(pk=game.pk).update(revision=F("revision") + 1)
        users = [each.seat.user_id for each in seated]
        announce.table_changed(game, [user_id for user_id in users if user_id is not None])
