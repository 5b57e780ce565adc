"""What a user's view depends on: one query, no replay."""

from datetime import date, datetime
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, Subquery
from django.utils import timezone

from games.live.channel import Wake
from games.log.deadlines import GONE_AFTER
from games.log.rows import Position
from games.models import (
    OVER,
    Audience,
    DealCopy,
    FormerPlayer,
    GameInvitation,
    GameStatus,
    GameSummary,
    PlanOutcome,
    SharedDeal,
)
from games.models.prepared import Prepared
from games.models.projections import seats_in
from games.people.away import back_on, tells_holidays
from games.people.joined import joined_holidays, parted_holidays
from games.people.standing import ENDS, NOTHING, Barred, barred_at, ends_of_sanctions


class Stamp(NamedTuple):
    """Enough to tell whether a view has changed."""

    game_id: int
    seat: int | None
    """The user's own seat; None for spectators and those who left."""
    status: GameStatus
    version: int
    seq: int
    revision: int
    viewer: int | None = None
    """None if not signed in."""
    plan: datetime | None = None
    """When the viewer made the plan of their own seat; None: there is none."""
    outcome: int | None = None
    """The last decision at which a plan of theirs was played, or didn't fit; None: none has."""
    away: tuple[tuple[int, date], ...] = ()
    """Seats whose players are on holiday, and when they are back: it begins and ends by itself."""
    shut: bool = False
    """Whether it is over, and others still play its deal: only its own player gets a stamp."""
    barred: Barred = NOTHING
    """What a moderator keeps the viewer from; sanctions end by themselves."""
    acting: tuple[int, ...] | None = None
    """The seats that may act, as everybody sees them; None: not known. It follows from the
    version."""
    still_for: int = 0
    """Without a clock, whole days without a row in the log, from ``GONE_AFTER`` on: what the others
    can do changes then by itself, on pages alone."""
    head: str = ""
    """The last row's seal."""

    @property
    def position(self) -> Position:
        return Position(self.version, self.head)

    @property
    def tag(self) -> tuple[object, ...]:
        return self[:-3]

    def wake(self, public_id: str) -> Wake:
        """Return where the game is: what everybody may know."""
        return Wake(public_id, self.version, self.seq, str(self.status), self.acting)


_MINE = ("mine__number", "mine__summary__left", "mine__plan__made_at", "outcome")
_OUTCOMES = PlanOutcome.objects.filter(seat=OuterRef("mine__pk")).order_by("-seq")

# A user who holds two seats, as guest and as account, is at the one that is to act.
_STAMP = Prepared(
    lambda public_id, user: (
        GameSummary.objects.filter(game__public_id=public_id)
        .annotate(
            mine=FilteredRelation("game__seats", condition=Q(game__seats__user=user)),
            invited=Exists(GameInvitation.objects.filter(game=OuterRef("game_id"), user=user)),
            holidays=Subquery(joined_holidays(OuterRef("game_id"))),
            outcome=Subquery(_OUTCOMES.values("seq")[:1]),
            **ends_of_sanctions(user),
            sat=Exists(FormerPlayer.objects.filter(seat__game=OuterRef("game_id"), user=user)),
        )
        .order_by(F("mine__summary__to_act").desc(nulls_last=True), "mine__number")
        .values_list(
            *("game_id", "status", "version", "head", "seq", "changed_at", "acting"),
            *("game__revision", "game__audience", "game__invitation"),
            *("game__turn_seconds", "game__shut_until", "holidays"),
            *ENDS,
            *("invited", "sat"),
            *_MINE,
        )
    ),
    str,
    int,
)


def stamp_for(
    *,
    public_id: str,
    user: AbstractUser | AnonymousUser,
    invitation: str = "",
    own_shut: bool = False,
) -> Stamp | None:
    """Return a game's stamp; None if ``user`` may not see it.

    ``invitation`` is the secret part of its link. A finished game whose deal others still play
    is hidden from everybody, unless ``own_shut`` asks for it and ``user`` is its player. One whose
    deal went on by a link is hidden from those who still play it.
    """
    # No user has the key 0.
    rows = _STAMP(public_id, user.pk or 0)
    if not rows:
        return None
    game_id, status, version, head, seq, changed_at, bits, revision, *more = rows[0]
    audience, key, seconds, shut_until, holidays, *more = more
    *ends, invited, sat = more[: len(ENDS) + 2]
    seats = [row[-len(_MINE) :] for row in rows if row[-len(_MINE)] is not None]
    knows = bool(invitation) and invitation == key
    # Those whose chair another has taken are spectators, as those who left.
    if not (seats or invited or sat or _may_see(Audience(audience), GameStatus(status), knows)):
        return None
    shut = bool(status in OVER and shut_until and timezone.now() < shut_until)
    if shut and not (own_shut and seats):
        return None
    if status in OVER and audience == Audience.OWN and not seats and _plays_its_deal(game_id, user):
        return None
    there = ((number, plan, outcome) for number, left, plan, outcome in seats if not left)
    seat, plan, outcome = next(there, (None, None, None))
    away = () if status in OVER or not tells_holidays(seconds) else _away(holidays)
    still = _still_for(changed_at) if seconds is None and status == GameStatus.RUNNING else 0
    return Stamp(
        *(game_id, seat, GameStatus(status), version, seq, revision),
        *(user.pk, plan, outcome),
        away=away,
        shut=shut,
        barred=barred_at(timezone.now(), ends),
        acting=seats_in(bits),
        still_for=still,
        head=head,
    )


def _plays_its_deal(game_id: int, user: AbstractUser | AnonymousUser) -> bool:
    """Return whether ``user`` still plays the deal of a finished game, by its link; one query."""
    if user.pk is None:
        return False
    deals = SharedDeal.objects.filter(Q(source=game_id) | Q(copies__game=game_id))
    own = DealCopy.objects.filter(player=user.pk, deal__in=deals)
    return own.exclude(game__summary__status__in=OVER).exists()


def _still_for(changed_at: datetime) -> int:
    still = timezone.now() - changed_at
    return still.days if still >= GONE_AFTER else 0


def _away(joined: str | None) -> tuple[tuple[int, date], ...]:
    now = timezone.now()
    found = ((seat, back_on(holidays, now)) for seat, holidays in parted_holidays(joined))
    return tuple(sorted((seat, day) for seat, day in found if day is not None))


def _may_see(audience: Audience, status: GameStatus, knows_invitation: bool) -> bool:
    """For somebody without a seat.

    Once over, a game by invitation is for those with its link, and one against bots for anybody
    with its address; until then they exist for nobody else.
    """
    match audience:
        case Audience.OPEN:
            return True
        case Audience.INVITATION:
            return status in OVER and knows_invitation
        case Audience.OWN:
            return status in OVER
