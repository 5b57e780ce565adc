"""The one way in for a move, whoever makes it: web, API, bot, clock or moderator."""

from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.log.chairs import MISSED_IN_A_ROW
from games.log.deadlines import turn_over_at
from games.log.store import Log, append_chair_event, append_deal, append_move, load, load_state
from games.models import Actor, ChairEvent, Game, Move
from games.people.standing import refuse_to_play
from games.play.conclusion import conclude
from games.rules.errors import RuleError
from games.rules.game import GameState
from games.rules.moves import Move as RulesMove
from games.rules.moves import move_to_json
from games.rules.round import normalise


class Entered(NamedTuple):
    """A game after a move was entered, and whether it was this call that made it."""

    state: GameState
    new: bool


def play_move(*, game_id: int, seat: int, move: RulesMove, seq: int, actor: str) -> GameState:
    """Make ``move`` for ``seat`` in a game and return the game as it then is: `enter_move`."""
    return enter_move(game_id=game_id, seat=seat, move=move, seq=seq, actor=actor).state


def enter_move(*, game_id: int, seat: int, move: RulesMove, seq: int, actor: str) -> Entered:
    """Make ``move`` for ``seat`` in a game; the game as it then is, and whether that was new.

    ``seq`` is the decision the move was made for. In one transaction the game is locked, replayed,
    checked against ``seq``, and the move (with the next deal, if it ends a round) appended; the
    others are told only after the commit. The same move again, by the same seat for the same
    decision, changes nothing and returns the game as it is. A second turn in a row that the clock
    has to play puts a bot on the chair.

    Raises ``RuleError``: ``stale`` when the decision is not the current one, ``not_started``,
    ``game_over``, ``paused``, what keeps a player from moving (``unread_warning``, ``suspended``,
    ``banned``), or the code of what the rules have against the move. Nothing is written then.
    """
    with transaction.atomic():
        # NO KEY UPDATE leaves readers, and rows that point at the game, alone.
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        log = load(game)
        state = log.state
        if state.round is None:
            raise RuleError("not_started", "The game has not begun.")
        if seq != state.seq:
            if _was_played(game, seat, move, seq):
                return Entered(state, new=False)
            _refuse_stale(log)
        if state.round.flips[seat] is not None and _was_played(game, seat, move, seq):
            return Entered(state, new=False)
        if log.over:
            raise RuleError("game_over", "The game is over.")
        if log.halted:
            raise RuleError("paused", _("A moderator has paused this game. Your move can wait."))
        now = timezone.now()
        _refuse_stranger(game, log, seat, actor, now)
        log = append_move(log, seat, move, actor=actor, now=now)
        if actor == Actor.CLOCK and log.chairs.missed_by(seat) >= MISSED_IN_A_ROW:
            log = append_chair_event(log, seat, ChairEvent.KEEP, actor=actor, now=now)
        if log.state.needs_deal:
            log = append_deal(game, log, now)
        conclude(game, log)
    return Entered(log.state, new=True)


def _refuse_stranger(game: Game, log: Log, seat: int, actor: str, now: datetime) -> None:
    """Refuse a player whose chair a bot keeps, a bot whose chair was taken back, an early clock."""
    if actor == Actor.PLAYER:
        refuse_to_play(game_id=game.pk, seat=seat)
    if actor == Actor.PLAYER and seat in log.chairs.without_player:
        raise RuleError("not_your_turn", "A bot keeps this chair.")
    if actor == Actor.BOT and seat in log.people - log.chairs.without_player:
        raise RuleError("not_your_turn", "The player is back.")
    if actor == Actor.CLOCK:
        over_at = turn_over_at(began_at=log.began_at, turn_seconds=game.turn_seconds)
        if seat not in log.people_to_act or over_at is None or now < over_at:
            raise RuleError("stale", "The time of this turn is not over.")


def _refuse_stale(log: Log) -> None:
    if log.over:
        raise RuleError("game_over", "The game is over.")
    raise RuleError("stale", "The table has changed since you chose. Here it is as it stands.")


def _was_played(game: Game, seat: int, move: RulesMove, seq: int) -> bool:
    """Whether the log holds just this move of ``seat`` for the decision ``seq``."""
    wanted = move_to_json(move)
    made = Move.objects.filter(game=game, seat=seat, seq=seq).exclude(type__in=list(ChairEvent))
    row = made.values("version", *wanted).first()
    if row is None:
        return False
    if row["type"] == wanted["type"] and row.get("end") != wanted.get("end"):
        # The one end of a one-card Active Set goes by either name; what was it then?
        before = load_state(game, version=row["version"])
        assert before.round is not None
        wanted = move_to_json(normalise(before.round, move))
    del row["version"]
    return bool(row == wanted)
