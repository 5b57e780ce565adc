"""What a user's view depends on: one query, no replay."""

from typing import NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Exists, F, FilteredRelation, OuterRef, Q

from games.log.rows import Position
from games.models import OVER, Audience, GameInvitation, GameStatus, GameSummary
from games.models.prepared import Prepared


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
    head: str = ""
    """The last row's seal: to find a replay, never for the viewer."""

    @property
    def position(self) -> Position:
        return Position(self.version, self.head)

    @property
    def tag(self) -> tuple[object, ...]:
        return self[:-1]


# A user who holds two seats, as guest and as account, is at the one that is to act.
_STAMP = Prepared(
    lambda public_id, user: (
        GameSummary.objects.filter(game__public_id=public_id)
        .annotate(
            mine=FilteredRelation("game__seats", condition=Q(game__seats__user=user)),
            invited=Exists(GameInvitation.objects.filter(game=OuterRef("game_id"), user=user)),
        )
        .order_by(F("mine__summary__to_act").desc(nulls_last=True), "mine__number")
        .values_list(
            *("game_id", "status", "version", "head", "seq"),
            *("game__revision", "game__audience", "game__invitation"),
            *("invited", "mine__number", "mine__summary__left"),
        )
    ),
    str,
    int,
)


def stamp_for(
    *, public_id: str, user: AbstractUser | AnonymousUser, invitation: str = ""
) -> Stamp | None:
    """Return a game's stamp; None if ``user`` may not see it.

    ``invitation`` is the secret part of its link.
    """
    # No user has the key 0.
    rows = _STAMP(public_id, user.pk or 0)
    if not rows:
        return None
    game_id, status, version, head, seq, revision, audience, key, invited, *_mine = rows[0]
    seats = [(number, left) for *_game, number, left in rows if number is not None]
    knows = bool(invitation) and invitation == key
    if not (seats or invited or _may_see(Audience(audience), GameStatus(status), knows)):
        return None
    seat = next((number for number, left in seats if not left), None)
    return Stamp(game_id, seat, GameStatus(status), version, seq, revision, user.pk, head)


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
