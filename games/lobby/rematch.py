"""Rematches."""

from dataclasses import replace
from functools import partial

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.fairness.parts import NOTHING, Brought
from games.live import announce
from games.lobby.joining import join
from games.lobby.opening import open_game
from games.lobby.rated import has_rated_clock, unrated_player
from games.lobby.seating import begin_if_full, changed, seat_bots, sit
from games.lobby.terms import Terms
from games.log.store import load
from games.models import Audience, Game, GameInvitation, Seat
from games.notices.schedule import schedule_invitations
from games.people.programs import is_by_hand, refuse_program
from games.people.standing import lock_player
from games.rules.errors import RuleError

_NOT_BY_THAT_NAME = ("name_taken", "bad_name")


def rematch(
    *, game_id: int, user: AbstractUser, brought: Brought = NOTHING, by_token: bool = False
) -> Game:
    """Return a finished game's rematch, with ``user`` in the same seat.

    The first to ask opens it and invites the others; it begins when all agree. Raise `not_over`,
    `not_seated` or as ``join``.
    """
    with transaction.atomic():
        lock_player(user)
        before = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        seats = list(Seat.objects.filter(game=before).order_by("number"))
        mine = next((seat for seat in seats if seat.user_id == user.pk), None)
        if mine is None:
            raise RuleError("not_seated", _("You did not sit at this table."))
        if not load(before).over:
            raise RuleError("not_over", _("This game is not over yet."))
        again = Game.objects.filter(rematch_of=before).first()
        if again is None:
            again = _open(before, seats, user, brought.promise)
            refuse_program(rated=is_by_hand(again), by_token=by_token)
            _sit_again(again, user, mine, brought)
            changed(again)
            begin_if_full(again)
            announce.table_changed(before)
            return again
        announce.table_changed(before)
    return _join(again, user, mine.name, brought, by_token=by_token)


def _sit_again(again: Game, user: AbstractUser, mine: Seat, brought: Brought) -> None:
    try:
        sit(again, user, number=mine.number, name=mine.name, brought=brought)
    except RuleError as refused:
        if refused.code not in _NOT_BY_THAT_NAME:
            raise
        # An account has it now, or moderators have taken it away.
        sit(again, user, number=mine.number, brought=brought)


def _join(again: Game, user: AbstractUser, name: str, brought: Brought, *, by_token: bool) -> Game:
    # A player who declined may still change their mind.
    sit_down = partial(
        join,
        game_id=again.pk,
        user=user,
        invitation=again.invitation,
        brought=brought,
        by_token=by_token,
    )
    try:
        return sit_down(name=name)
    except RuleError as refused:
        if refused.code not in _NOT_BY_THAT_NAME:
            raise
        # As above, or somebody new at the table has it.
        return sit_down()


def _open(before: Game, seats: list[Seat], user: AbstractUser, promise: str) -> Game:
    terms = Terms.of(before)
    # Rated among those it was rated among before, or not at all.
    lacks = unrated_player(user, for_bot_accounts=before.for_bot_accounts)
    may_be_rated = has_rated_clock(terms.turn_seconds) and lacks is None
    terms = replace(terms, open=False, starts_at=None, rated=terms.rated and may_be_rated)
    people = [seat for seat in seats if not seat.bot]
    audience = Audience.INVITATION if len(people) > 1 else Audience.OWN
    if audience == Audience.OWN:
        # A show of its own.
        terms = replace(terms, name="")
    again = open_game(user, terms, audience=audience, promise=promise)
    Game.objects.filter(pk=again.pk).update(rematch_of=before)
    # Instead of the levels of an old game, the characters that took their places.
    seat_bots(again, {seat.number: seat.bot for seat in seats if seat.bot})
    now = timezone.now()
    asked: set[int] = set()
    for seat in people:
        # A player who held two seats is invited once; the other seat is free for somebody new.
        if seat.user_id not in (None, user.pk, *asked):
            assert seat.user_id is not None
            asked.add(seat.user_id)
            GameInvitation.objects.create(
                game=again, user_id=seat.user_id, seat=seat.number, created_at=now
            )
    schedule_invitations(again, asked, rematch=True)
    return again
