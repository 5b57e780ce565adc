"""Ending games unfinished by agreement."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from games.log.now import database_now
from games.log.offers import SILENCE
from games.log.replay import Log
from games.log.store import append_chair_event
from games.models import Actor, ChairEvent, Game, GameSummary, Notice, NoticeState, Seat, Stage
from games.people.seated import refuse_another_at
from games.play.chairs import conclude_or_end, end_if_agreed, hand_over, running
from games.rules.errors import RuleError

AT_ONCE = 500


def agree_to_end(*, game_id: int, seat: int, agrees: bool, by: int | None = None) -> None:
    """Log that a player agrees to end the game, or no longer does; unanimity ends it.

    With nobody else left there is nobody to agree with: that is leaving. ``by`` is the user who
    asks for it. Raise ``not_started``, ``game_over``, ``not_seated`` or ``paused``.
    """
    with transaction.atomic():
        game, log = running(game_id)
        refuse_another_at(game_id, seat, by)
        if seat not in log.people - log.chairs.left:
            raise RuleError("not_seated", _("You have no chair at this table."))
        if agrees and log.halted:
            raise RuleError("paused", _still(log))
        agreed = log.chairs.offer.agreed if log.chairs.offer else ()
        if agrees == (seat in agreed):
            return
        if agrees and log.people - log.chairs.left == {seat}:
            hand_over(game, log, seat=seat, actor=Actor.PLAYER)
            return
        event = ChairEvent.AGREE if agrees else ChairEvent.DISAGREE
        log = append_chair_event(log, seat, event, actor=Actor.PLAYER, now=database_now())
        conclude_or_end(game, log, seat=seat)


def _still(log: Log) -> str:
    if log.paused_by_moderator:
        return _("A moderator has paused this game. It can’t be ended until it resumes.")
    return _("First answer whether moves are taken back; the game can be ended afterwards.")


def offered_games(*, now: datetime) -> list[int]:
    """Return games whose offer to end may have gone unanswered for too long, oldest first.

    Those in which somebody is there who has not agreed can't end by silence.
    """
    there = Seat.objects.filter(
        game=OuterRef("game"),
        bot="",
        summary__agrees=False,
        summary__kept=False,
        summary__left=False,
    )
    offered = GameSummary.objects.filter(~Exists(there), offered_at__lte=now - SILENCE)
    return list(offered.order_by("offered_at").values_list("game_id", flat=True)[:AT_ONCE])


def end_unanswered(*, game_id: int, now: datetime) -> bool:
    """End a game if all agree but those who have been silent too long; return whether it was."""
    with transaction.atomic():
        try:
            game, log = running(game_id)
        except RuleError:
            return False
        offer = log.chairs.offer
        if offer is None or log.halted:
            return False
        silent = offer.silent(now) - _told_lately(game, log, now)
        return end_if_agreed(game, log, seat=min(offer.agreed), actor=Actor.CLOCK, silent=silent)


def _told_lately(game: Game, log: Log, now: datetime) -> frozenset[int]:
    """Return the seats whose notice waits to be sent, or was sent less than ``SILENCE`` ago.

    For people who take no emails, time runs from the offer: the table and their games show it.
    """
    offer = log.chairs.offer
    assert offer is not None
    asked = Notice.objects.filter(game=game, stage=Stage.OFFER)
    lately = Q(state=NoticeState.SENT, closed_at__gte=offer.since, closed_at__gt=now - SILENCE)
    told = asked.filter(lately | Q(state=NoticeState.DUE))
    return frozenset(told.values_list("seat", flat=True))
