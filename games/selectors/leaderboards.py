"""Leaderboards: the ratings that may be listed, one list for each number of players."""

from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import BooleanField, Count, ExpressionWrapper, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Rating
from games.ratings import Shown, Skill, shown
from games.selectors.statistics import profile_open

User = AbstractUser | AnonymousUser

ON_A_PAGE = 25
FOUND = 20
"""So many players a search gives at the most."""


class Line(NamedTuple):
    """A player on a leaderboard."""

    place: int
    """From 1; the same for equal ratings."""
    name: str
    username: str
    """For the address of the profile."""
    open: bool
    """Whether the reader may see that."""
    own: bool
    """Whether it is the reader."""
    shown: Shown
    games: int


class Leaderboard(NamedTuple):
    """A page of one."""

    lines: list[Line]
    page: Page[Rating]


class Found(NamedTuple):
    """Whom a search found."""

    lines: list[Line]
    more: bool
    """Whether there are more than these."""


def leaderboard(*, players: int, page: int, viewer: User) -> Leaderboard:
    """A page of the leaderboard with so many players; a constant number of queries."""
    listed = Rating.objects.filter(players=players, listed=True).order_by("-mu", "id")
    found = Paginator(_for(viewer, listed), ON_A_PAGE).get_page(page)
    rows = list(found)
    lines: list[Line] = []
    first = listed.filter(mu__gt=rows[0].mu).count() + 1 if rows else 1
    for index, row in enumerate(rows):
        same = index and rows[index - 1].mu == row.mu
        place = lines[-1].place if same else max(first, found.start_index() + index)
        lines.append(_line(row, place if index else first, viewer))
    return Leaderboard(lines, found)


def search(*, players: int, name: str, viewer: User) -> Found:
    """Those on the leaderboard whose names begin so, best first, with their places; one query."""
    above = (
        Rating.objects.filter(players=players, listed=True, mu__gt=OuterRef("mu"))
        .order_by()
        .values("players")
        .annotate(count=Count("pk"))
        .values("count")
    )
    found: QuerySet[Rating] = Rating.objects.filter(
        players=players, listed=True, user__username__istartswith=name
    ).order_by("-mu", "id")
    rows = list(_for(viewer, found).annotate(above=Coalesce(Subquery(above), 0))[: FOUND + 1])
    return Found([_line(row, row.above + 1, viewer) for row in rows[:FOUND]], len(rows) > FOUND)


def _for(viewer: User, rows: QuerySet[Rating]) -> QuerySet[Any]:
    """``rows`` with their users, and whether ``viewer`` may see the profile of each."""
    seen = ExpressionWrapper(profile_open(of="user", viewer=viewer), BooleanField())
    return rows.select_related("user").annotate(open=seen)


def _line(row: Any, place: int, viewer: User) -> Line:
    return Line(
        place=place,
        name=row.user.get_short_name(),
        username=row.user.get_username(),
        open=row.open,
        own=row.user_id == viewer.pk,
        shown=shown(Skill(row.mu, row.sigma)),
        games=row.games,
    )
