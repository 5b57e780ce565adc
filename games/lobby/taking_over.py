"""Sitting down in a chair that another player had."""

from datetime import datetime

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils.translation import gettext as _

from games.live import announce
from games.lobby.seating import name_for
from games.log.now import database_now
from games.log.store import append_chair_event
from games.models import (
    ActionKind,
    Actor,
    ChairEvent,
    ChairOffer,
    FormerPlayer,
    Game,
    ModerationAction,
    Notice,
    NoticeState,
    Seat,
)
from games.notices.schedule import schedule_taken
from games.people.blocks import refuse_to_meet
from games.people.clocks import clocks_of
from games.people.kinds import with_kinds
from games.people.seated import seated_at
from games.people.standing import lock_player
from games.play.chair_offers import Offered, offered_by, refuse_to_offer
from games.play.chairs import running
from games.play.conclusion import conclude
from games.play.notes import forget_note
from games.play.plans.keeping import forget_plans
from games.rules.errors import RuleError


def take_chair(*, link: str, user: AbstractUser, name: str = "") -> Game:
    """Seat ``user`` in an offered chair; who has sat down by this link keeps it.

    The log gets a row that names nobody, and the player before becomes a ``FormerPlayer``. Raise
    ``not_offered``, ``paused``, ``sat_there``, ``blocked``, or as ``name_for``.
    """
    with transaction.atomic():
        # Players are locked before games, everywhere.
        lock_player(user)
        found = _found(link)
        if found.taken_by == user.pk:
            return found.game
        try:
            game, log = running(found.game.pk)
        except RuleError:
            raise _gone() from None
        found = _found(link)
        if found.taken_by is not None:
            if found.taken_by == user.pk:
                return game
            raise _gone()
        number = found.seat
        refuse_to_offer(game, log, number)
        if log.halted:
            raise RuleError("paused", _("A moderator has paused this game."))
        _refuse_who_sat_there(game, user)
        refuse_to_meet(game, user)
        final = name_for(game, user, name)
        now = database_now()
        before = seated_at(game.pk)[number]
        version = log.version
        forget_note(game, seat=number)
        forget_plans(Seat.objects.filter(pk=before.seat.pk))
        _hand_over(before.seat, user, final, version=version, link=link, now=now)
        log = append_chair_event(
            *(log, number, ChairEvent.NEW_PLAYER),
            actor=Actor.PLAYER,
            now=now,
            clocks=clocks_of(game, seated_at(game.pk)),
        )
        _end_notices(game, before.seat.user_id, now)
        schedule_taken(game, log, before)
        conclude(game, log)
        if before.seat.user_id is not None:
            announce.table_changed(game, [before.seat.user_id])
    return game


def seats_with_points(game: Game) -> list[Seat]:
    """Return the seats of a running game by number, with kinds and summaries."""
    seats = with_kinds(Seat.objects.filter(game=game)).select_related("summary")
    return list(seats.order_by("number"))


def _found(link: str) -> Offered:
    found = offered_by(link)
    if found is None:
        raise _gone()
    return found


def _gone() -> RuleError:
    return RuleError("not_offered", _("Somebody has sat down there, or the offer was taken back."))


def _refuse_who_sat_there(game: Game, user: AbstractUser) -> None:
    """Nobody plays two hands, knows a second one, or returns to a chair that is another's."""
    sits = Seat.objects.filter(game=game, user=user.pk)
    sat = FormerPlayer.objects.filter(seat__game=game, user=user.pk)
    if sits.exists() or sat.exists():
        raise RuleError("sat_there", _("You sit or sat at this table yourself."))
    opened = ModerationAction.objects.filter(
        game=game, moderator=user.pk, kind=ActionKind.OPEN_HANDS
    )
    if opened.exists():
        raise RuleError("sat_there", _("You have seen the hands of this game."))


def _hand_over(
    before: Seat, user: AbstractUser, name: str, *, version: int, link: str, now: datetime
) -> None:
    FormerPlayer.objects.create(
        seat_id=before.pk,
        user_id=before.user_id,
        name=before.name,
        was_guest=before.was_guest,
        version=version,
        until=now,
        link=link,
    )
    # Nothing of what the player before had seen, been asked or wanted is the newcomer's.
    Seat.objects.filter(pk=before.pk).update(
        user=user.pk,
        name=name,
        taken_at=now,
        seen_seq=None,
        nudged_seq=None,
        nudged_by=None,
        quiet=False,
        former=None,
        was_guest=False,
    )
    ChairOffer.objects.filter(pk=before.pk).delete()


def _end_notices(game: Game, user_id: int | None, now: datetime) -> None:
    """Tell the player before nothing more of what concerned them as a player."""
    if user_id is not None:
        theirs = Notice.objects.filter(game=game, user=user_id)
        theirs.filter(state=NoticeState.DUE).update(state=NoticeState.DROPPED, closed_at=now)
        theirs.filter(state=NoticeState.UNREAD).update(state=NoticeState.READ, closed_at=now)
