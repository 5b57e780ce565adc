"""Lists of games for programs."""

from collections.abc import Iterable

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Prefetch, Q, QuerySet

from games.models import NOT_OVER, Audience, Game, GameInvitation, GameStatus, Seat
from games.people.apart import sits_with_blocked
from games.people.kinds import with_kinds

User = AbstractUser | AnonymousUser


def games_for(*, user: User, state: GameStatus | None = None, mine: bool = False) -> QuerySet[Game]:
    """Return own games, invitations, and open games without people the user is kept apart from."""
    found = Q(pk__in=_seats_of(user).values("game"))
    if not mine:
        to_all = Q(audience=Audience.OPEN)
        if user.pk is not None:
            to_all &= ~Q(summary__status=GameStatus.OPEN) | ~Q(sits_with_blocked(user.pk))
            invited = GameInvitation.objects.filter(user=user.pk)
            found |= Q(pk__in=invited.values("game"))
        found |= to_all
    games = Game.objects.filter(found)
    if state is not None:
        games = games.filter(summary__status=state)
    seats = Prefetch("seats", with_kinds(Seat.objects.select_related("summary")))
    return games.select_related("summary").prefetch_related(seats)


def _seats_of(user: User) -> QuerySet[Seat]:
    if user.pk is None:
        return Seat.objects.none()
    return Seat.objects.filter(user=user.pk, summary__left=False)


def versions_of(user: User) -> Iterable[tuple[str, int]]:
    """Return (public id, version) of unfinished games."""
    going = _seats_of(user).filter(game__summary__status__in=NOT_OVER)
    rows = going.values_list("game__public_id", "game__summary__version").distinct()
    return list(rows.order_by("game__public_id"))
