"""Kept chairs that are offered to somebody else by a link."""

from typing import NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from games.live import announce
from games.log.deadlines import GONE_AFTER
from games.log.now import database_now
from games.log.replay import Log
from games.models import Audience, ChairOffer, FormerPlayer, Game, GameStatus, Seat
from games.people.kinds import with_kinds
from games.people.seated import refuse_another_at
from games.play.chairs import running
from games.play.silence import silent_for
from games.rules.errors import RuleError


class Offered(NamedTuple):
    """A chair to which a link leads."""

    game: Game
    seat: int
    taken_by: int | None = None
    """The user who has sat down by it; None: it is still free."""


def offer_chair(*, game_id: int, by_seat: int, seat: int, by: int | None = None) -> None:
    """Make a link by which somebody else may take a kept chair; once made, it stays.

    ``by`` is the user who asks for it, if anybody does. Raise ``not_started``, ``game_over``,
    ``not_seated``, ``paused``, or as ``refuse_to_offer``.
    """
    with transaction.atomic():
        game, log = _lock_for(game_id, by_seat, by)
        if log.halted:
            raise RuleError("paused", _("A moderator has paused this game."))
        chair = refuse_to_offer(game, log, seat)
        if not _offer_of(game_id, seat).exists():
            ChairOffer.objects.create(seat=chair, created_at=database_now())
            _changed(game)


def withdraw_offer(*, game_id: int, by_seat: int, seat: int, by: int | None = None) -> None:
    """Make a chair’s link worthless. Raise ``not_started``, ``game_over`` or ``not_seated``."""
    with transaction.atomic():
        game, _log = _lock_for(game_id, by_seat, by)
        if _offer_of(game_id, seat).delete()[0]:
            _changed(game)


def _offer_of(game_id: int, seat: int) -> QuerySet[ChairOffer]:
    return ChairOffer.objects.filter(seat__game=game_id, seat__number=seat)


def refuse_to_offer(game: Game, log: Log, number: int) -> Seat:
    """Return the seat whose chair may be offered.

    Raise ``not_kept``, ``too_early``, or ``not_offered`` where chairs have no other players.
    """
    if game.rated or game.audience == Audience.OWN:
        raise RuleError("not_offered", _("In this game no chair can be offered to somebody else."))
    since = log.chairs.kept_from(number)
    if since is None:
        raise RuleError("not_kept", _("No bot keeps this chair."))
    seat = with_kinds(Seat.objects.filter(game=game)).get(number=number)
    if silent_for(seat, since, database_now()) < GONE_AFTER:
        raise RuleError("too_early", _("A bot has kept this chair for less than 7 days."))
    return seat


def offered_by(link: str) -> Offered | None:
    """Return the chair of a link; None if it never led to one, or no longer does."""
    running_offers = ChairOffer.objects.filter(
        link=link, seat__game__summary__status=GameStatus.RUNNING, seat__summary__kept=True
    )
    offer = running_offers.select_related("seat__game__summary").first()
    if offer is not None:
        return Offered(offer.seat.game, offer.seat.number)
    taken = FormerPlayer.objects.filter(link=link).select_related("seat__game__summary").first()
    if taken is None or taken.seat.user_id is None:
        return None
    return Offered(taken.seat.game, taken.seat.number, taken_by=taken.seat.user_id)


def links_at(game_id: int) -> dict[int, str]:
    """Return the links of offered chairs, by seat: for those who sit there alone."""
    offers = ChairOffer.objects.filter(seat__game=game_id)
    return dict(offers.values_list("seat__number", "link"))


def _lock_for(game_id: int, by_seat: int, by: int | None) -> tuple[Game, Log]:
    game, log = running(game_id)
    refuse_another_at(game_id, by_seat, by)
    if by_seat not in log.people - log.chairs.without_player:
        raise RuleError("not_seated", _("You have no chair at this table."))
    return game, log


def _changed(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(revision=F("revision") + 1)
    seated = Seat.objects.filter(game=game, user__isnull=False).values_list("user_id", flat=True)
    announce.table_changed(game, [user_id for user_id in seated if user_id is not None])
