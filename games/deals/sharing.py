"""The same deal for a friend: the link, and sitting down by it."""

from dataclasses import replace
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.bots.offered import CALLED
from games.lobby.opening import Origin, start_from
from games.lobby.terms import Terms
from games.log.store import secret_of
from games.models import (
    OF_A_DAY,
    Audience,
    DealCopy,
    FormerPlayer,
    Game,
    GameStatus,
    Occasion,
    PracticePosition,
    Seat,
    SharedDeal,
)
from games.people.kinds import with_kinds
from games.rules.errors import RuleError


class Offered(NamedTuple):
    """A deal as its link shows it: nothing of how it went."""

    deal: SharedDeal
    seats: list[Seat]
    """Of the source, by number."""

    @property
    def host(self) -> Seat:
        """The seat that everybody plays."""
        return next(seat for seat in self.seats if not seat.bot)


def share(*, game_id: int, user: AbstractUser) -> SharedDeal:
    """Return the deal of a finished game, from now on open to whoever has its link.

    A copy passes on the deal of its source. Raise ``not_seated`` for others than its one player,
    ``not_over``, or ``bad_terms`` if somebody else ever sat there or a bot is no longer offered.
    """
    game = Game.objects.select_related("summary").get(pk=game_id)
    seats = list(Seat.objects.filter(game=game).order_by("number"))
    if [seat.user_id for seat in seats if not seat.bot] != [user.pk]:
        raise RuleError("not_seated", _("This is another’s deal to share."))
    if game.summary.status != GameStatus.FINISHED:
        raise RuleError("not_over", _("Finish the game first."))
    if game.occasion == Occasion.COPY:
        return SharedDeal.objects.get(copies__game=game)
    if game.occasion in OF_A_DAY:
        raise RuleError("bad_terms", _("Everybody can play a day’s deal already."))
    former = FormerPlayer.objects.filter(seat__game=game).exists()
    known = all(seat.bot in CALLED for seat in seats if seat.bot)
    if game.audience != Audience.OWN or former or not known:
        raise RuleError("bad_terms", _("The deal of this game can’t be played again."))
    # Others may play its cards from now on.
    PracticePosition.objects.filter(game=game).delete()
    deal, _made = SharedDeal.objects.get_or_create(
        source=game, defaults={"created_at": timezone.now()}
    )
    return deal


def offered(address: str) -> Offered | None:
    """Return the deal with that address; None if there is none, or its source doesn't count."""
    deal = SharedDeal.objects.select_related("source__summary").filter(address=address).first()
    if deal is None or deal.source.summary.status != GameStatus.FINISHED:
        return None
    seats = with_kinds(Seat.objects.filter(game=deal.source)).order_by("number")
    return Offered(deal, list(seats))


def copy_of(offer: Offered, user: AbstractUser | AnonymousUser) -> DealCopy | None:
    """Return the viewer's own copy, if they have sat down."""
    if user.pk is None:
        return None
    copies = DealCopy.objects.filter(deal=offer.deal, player=user.pk)
    return copies.select_related("game__summary").first()


def sit_down(offer: Offered, user: AbstractUser) -> Game:
    """Return the game in which ``user`` plays the deal, begun at the first press.

    Raise as ``games.lobby.seating.sit``.
    """
    with transaction.atomic():
        # Two presses at once begin one game.
        SharedDeal.objects.select_for_update(no_key=True).get(pk=offer.deal.pk)
        before = copy_of(offer, user)
        if before is not None:
            return before.game
        source = offer.deal.source
        game = start_from(
            user=user,
            terms=replace(Terms.of(source), name="", open=False, starts_at=None, rated=False),
            origin=Origin(secret_of(source), source.contribution, Occasion.COPY),
            seat=offer.host.number,
            bots={seat.number: seat.bot for seat in offer.seats if seat.bot},
        )
        DealCopy.objects.create(
            deal=offer.deal, game=game, player_id=user.pk, unseen=_has_not_seen(offer, user)
        )
    return game


def _has_not_seen(offer: Offered, user: AbstractUser) -> bool:
    """Its player has seen the source, and moderators may."""
    return offer.host.user_id != user.pk and not user.is_staff


def pass_on_copies(*, source_id: int, target_id: int) -> None:
    """Give a guest's copies to their account, which keeps its own where it has one."""
    known = DealCopy.objects.filter(player=target_id).values("deal")
    theirs = DealCopy.objects.filter(player=source_id)
    theirs.filter(deal__in=list(known.values_list("deal", flat=True))).update(player=None)
    theirs.update(player=target_id)


def copies_of(*, user: AbstractUser) -> list[dict[str, object]]:
    """Return the deals of others that ``user`` played, oldest first, for their own data."""
    rows = DealCopy.objects.filter(player=user.pk).order_by("pk")
    return [
        {"game": game, "not_seen_before": unseen}
        for game, unseen in rows.values_list("game__public_id", "unseen")
    ]
