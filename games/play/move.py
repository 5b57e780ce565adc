"""The one way in for moves by web, API, bot, clock or moderator."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from games.live.counted import MOVES
from games.log.chairs import MISSED_IN_A_ROW
from games.log.now import database_now
from games.log.reading import read_rows
from games.log.replay import Log
from games.log.standing import standing
from games.log.store import append_chair_event, append_deal, append_move, load_state, lock
from games.models import Actor, ChairEvent, Game, Seat
from games.notices.schedule import schedule_kept
from games.notices.seen import mark_seen
from games.people.clocks import clocks_of
from games.people.former import by_present_players
from games.people.programs import is_by_hand, refuse_program
from games.people.seated import Seated, refuse_another, refuse_to_play, seated_at
from games.play.conclusion import conclude
from games.play.plans.keeping import drop_plan_of, drop_plans
from games.play.stamps import Stamp
from games.rules.errors import RuleError
from games.rules.moves import Move as RulesMove
from games.rules.round import normalise


class Entered(NamedTuple):
    """A game after a move."""

    game: Game
    log: Log
    seated: Sequence[Seated]
    """Everyone with a seat, by number; empty for a repeated move."""
    new: bool


def enter_for(stamp: Stamp, move: RulesMove, seq: int, *, by_token: bool = False) -> Entered:
    """Make ``move`` for the seat that a user had in ``stamp``; raise as ``enter_move``."""
    if stamp.seat is None:
        raise RuleError("not_seated", _("You have no chair at this table."))
    return enter_move(
        game_id=stamp.game_id,
        seat=stamp.seat,
        move=move,
        seq=seq,
        actor=Actor.PLAYER,
        by=stamp.viewer,
        by_token=by_token,
    )


def enter_move(
    *,
    game_id: int,
    seat: int,
    move: RulesMove,
    seq: int,
    actor: str,
    by: int | None = None,
    by_token: bool = False,
) -> Entered:
    """Make ``move`` for ``seat`` at the decision ``seq``.

    One transaction locks and replays the game, checks ``seq`` and appends the move and any next
    deal; others are told after the commit. Repeating a move changes nothing. After two in a row by
    the clock, turns or orientations, a bot keeps the chair. A plan of the seat is put away; with
    the round all are. ``by`` is the user who makes it, if anybody does: if it leaves them to act,
    they have seen that.

    Raise ``RuleError`` and write nothing: ``stale`` if the decision is not current,
    ``not_started``, ``game_over``, ``paused``, ``not_seated`` if the seat is not ``by``’s,
    ``unread_warning``, ``suspended``, ``banned``, ``programs_not_rated`` if a token makes it in a
    rated game, or a code of the rules.
    """
    with transaction.atomic():
        game, log = lock(game_id)
        state = log.state
        if state.round is None:
            raise RuleError("not_started", "The game has not begun.")
        # Only while hands are turned may a seat have decided what others still decide.
        may_be_made = seq != state.seq or not state.round.oriented
        if may_be_made and _was_made(game, log, seat, move, seq):
            return Entered(game, log, (), new=False)
        refuse_program(rated=is_by_hand(game), by_token=by_token)
        if seq != state.seq:
            _refuse_stale(log)
        if log.over:
            raise RuleError("game_over", "The game is over.")
        if log.halted:
            raise RuleError("paused", _still(log))
        now = database_now()
        seated = seated_at(game_id)
        refuse_another(seated[seat].seat, by)
        _refuse_stranger(game, log, seated[seat], actor, now)
        clocks = clocks_of(game, seated)
        log = append_move(log, seat, move, actor=actor, now=now, clocks=clocks)
        if log.state.needs_deal or log.over:
            drop_plans(Seat.objects.filter(game=game_id))
        elif not seated[seat].seat.bot:
            drop_plan_of(seat_id=seated[seat].seat.pk)
        if actor == Actor.CLOCK and log.chairs.missed_by(seat) >= MISSED_IN_A_ROW:
            log = append_chair_event(log, seat, ChairEvent.KEEP, actor=actor, now=now)
            schedule_kept(game, log, seated[seat])
        if log.state.needs_deal:
            log = append_deal(game, log, now, clocks)
        conclude(game, log, seated)
        if by is not None and seat in log.people_to_act:
            # They see at once that it is their turn again.
            mark_seen(seat_id=seated[seat].seat.pk, seq=log.state.seq)
        transaction.on_commit(MOVES.labels(actor).inc, robust=True)
    return Entered(game, log, seated, new=True)


def _refuse_stranger(game: Game, log: Log, seated: Seated, actor: str, now: datetime) -> None:
    """Refuse players whose chair is kept, bots whose chair is not, and an early clock."""
    seat = seated.seat.number
    if actor == Actor.PLAYER:
        refuse_to_play(seated)
    if actor == Actor.PLAYER and seat in log.chairs.without_player:
        raise RuleError("not_your_turn", "A bot keeps this chair.")
    if actor == Actor.BOT and seat in log.people - log.chairs.without_player:
        raise RuleError("not_your_turn", "The player is back.")
    if actor == Actor.CLOCK:
        over_at = log.deadline_of(seat, game.turn_seconds)
        if seat not in log.people_to_act or over_at is None or now < over_at:
            raise RuleError("stale", "The time of this turn is not over.")


def _still(log: Log) -> str:
    if log.asked is not None:
        return _("The table is being asked to take moves back. Your move can wait.")
    return _("A moderator has paused this game. Your move can wait.")


def _refuse_stale(log: Log) -> None:
    if log.over:
        raise RuleError("game_over", "The game is over.")
    raise RuleError("stale", "The table has changed since you chose. Here it is as it stands.")


def _was_made(game: Game, log: Log, seat: int, move: RulesMove, seq: int) -> bool:
    known = log.current_rows
    of_this_round = bool(known) and known[0].seq <= seq
    rows = known if of_this_round else standing(read_rows(game.pk).moves)
    # Nobody learns by trying what the player before them did.
    rows = by_present_players(rows)
    made = next(
        (row for row in rows if (row.seat, row.seq) == (seat, seq) and not row.is_chair_event), None
    )
    if made is None or made.type != move.type:
        return False
    if made.end != getattr(move, "end", ""):
        # The one end of a one-card Active Set goes by either name; what was it then?
        before = load_state(game, version=made.version)
        assert before.round is not None
        move = normalise(before.round, move)
    return made.move() == move
