"""Silent players in games without a clock: the others may put a bot on the chair."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from games.log.deadlines import GONE_AFTER
from games.log.now import database_now
from games.log.replay import Log
from games.log.rows import MoveRow
from games.log.store import append_chair_event
from games.models import Actor, ChairEvent, Game, Notice, NoticeState, Seat, Stage
from games.notices.rows import Reason, rows_of
from games.notices.schedule import schedule_kept
from games.notices.stages import ABOUT_A_TURN
from games.notices.times import AT_LEAST
from games.people.seated import Seated, refuse_another_at, seated_at
from games.play.chairs import running
from games.play.conclusion import conclude
from games.play.plans.keeping import drop_plan_of
from games.rest.reckoning import rest_of
from games.rules.errors import RuleError


def silent_for(seat: Seat, since: datetime, now: datetime) -> timedelta:
    """Return how long the player of ``seat`` has been silent, who was last heard of at ``since``.

    Everything about silence asks here. Holidays, which come with the seat's kind, don't count.
    """
    return rest_of("UTC", "", seat.holidays or "").time_between(since, now)


def gone_at(game: Game, log: Log, seats: Iterable[Seat], now: datetime) -> frozenset[int]:
    """Return the seats that have kept the others waiting for ``GONE_AFTER``; none with a clock.

    Everybody at the table may know them: it follows from the log, not from who was told.
    """
    if game.turn_seconds is not None or log.halted:
        return frozenset()
    waited_for = [seat for seat in seats if seat.number in log.people_to_act]
    return frozenset(
        seat.number
        for seat in waited_for
        if silent_for(seat, _heard_of(log, seat.number), now) >= GONE_AFTER
    )


def _heard_of(log: Log, seat: int) -> datetime:
    """When the decision opened, or its player then took the chair back or answered an offer."""
    return max([log.began_at, *(row.created_at for row in _own(log.current_rows, seat))])


def _own(rows: Sequence[MoveRow], seat: int) -> Iterable[MoveRow]:
    # What is done to a chair is a row of its seat, too.
    by_others = ChairEvent.KEEP
    return (
        row
        for row in rows
        if row.seat == seat and row.actor == Actor.PLAYER and row.type != by_others
    )


def keep_silent(*, game_id: int, by_seat: int, seat: int, by: int | None = None) -> None:
    """Put a bot on the chair of a silent player, whom ``by_seat`` has waited for.

    ``by`` is the user who asks for it, if anybody does. Raise ``not_started``, ``game_over``,
    ``paused``, ``not_seated``, ``not_your_turn`` or ``too_early``.
    """
    with transaction.atomic():
        game, log = running(game_id)
        refuse_another_at(game_id, by_seat, by)
        if by_seat not in log.people - log.chairs.without_player:
            raise RuleError("not_seated", _("You have no chair at this table."))
        if seat in log.chairs.kept:
            return
        if log.halted:
            raise RuleError("paused", _("The game stands still, so nobody is waited for."))
        if seat == by_seat or seat not in log.people_to_act:
            raise RuleError("not_your_turn", _("Nobody is waiting for them right now."))
        now = database_now()
        seated = seated_at(game_id)
        gone = gone_at(game, log, [each.seat for each in seated], now)
        if seat not in gone or not _was_told(game, log, seated[seat]):
            raise RuleError("too_early", _too_early(game))
        drop_plan_of(seat_id=seated[seat].seat.pk)
        log = append_chair_event(log, seat, ChairEvent.KEEP, actor=Actor.PLAYER, now=now)
        schedule_kept(game, log, seated[seat])
        conclude(game, log, seated)


def _too_early(game: Game) -> str:
    if game.turn_seconds is not None:
        return _("This game has a clock: it says when a bot takes a chair.")
    return _("It is too early for a bot to take this chair. Try again tomorrow.")


def _was_told(game: Game, log: Log, seated: Seated) -> bool:
    """Return whether one way told the player of this turn ``AT_LEAST`` times, or none can."""
    seat, recipient = seated.seat, seated.recipient
    if seat.user_id is None or recipient is None or seat.quiet:
        return True
    turn = Reason(Stage.TURN, seat.user_id, game.pk, seat.number, log.state.seq, log.began_at)
    ways = {(row.way, row.place) for row in rows_of([turn], {seat.user_id: recipient})}
    rows = Notice.objects.filter(
        user=seat.user_id,
        game=game,
        seat=seat.number,
        seq=log.state.seq,
        stage__in=ABOUT_A_TURN,
    )
    told: Counter[tuple[str, int]] = Counter()
    for way, place, state, times in rows.values_list("way", "place", "state", "told"):
        told[way, place] += times
        if state == NoticeState.FAILED:
            # It can't be reached there.
            ways.discard((way, place))
    return not ways or max(told.values(), default=0) >= AT_LEAST
