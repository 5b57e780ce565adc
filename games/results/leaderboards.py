"""Leaderboards by number of players."""

from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import BooleanField, Count, ExpressionWrapper, Q, QuerySet

from games.models import Rating
from games.people.name_keys import name_key
from games.results.profiles import profile_open
from games.results.rating_model import Shown, Skill, shown

User = AbstractUser | AnonymousUser

ON_A_PAGE = 25
FOUND = 20


class Line(NamedTuple):
    """A player's line."""

    place: int
    """From 1; equal ratings share it."""
    name: str
    username: str
    open: bool
    """Whether the viewer may see the profile."""
    own: bool
    shown: Shown
    games: int


class Leaderboard(NamedTuple):
    """A page."""

    lines: list[Line]
    page: Page[Any]


class Found(NamedTuple):
    """What a search found."""

    lines: list[Line]
    more: bool


def leaderboard(*, players: int, page: int, viewer: User) -> Leaderboard:
    """Return a page in a constant number of queries."""
    listed = _listed(players).order_by("-mu", "id")
    # Skip earlier pages within the index, without reading their users.
    keys: QuerySet[Any] = listed.values_list("pk", flat=True)
    found = Paginator(keys, ON_A_PAGE).get_page(page)
    rows = list(_for(viewer, Rating.objects.filter(pk__in=list(found)).order_by("-mu", "id")))
    lines: list[Line] = []
    first = listed.filter(mu__gt=rows[0].mu).count() + 1 if rows else 1
    for index, row in enumerate(rows):
        same = index and rows[index - 1].mu == row.mu
        place = lines[-1].place if same else max(first, found.start_index() + index)
        lines.append(_line(row, place if index else first, viewer))
    return Leaderboard(lines, found)


def search(*, players: int, name: str, viewer: User) -> Found:
    """Find players by the start of ``name_key``, best first."""
    found = _listed(players).filter(user__name_key__startswith=name_key(name))
    rows = list(_for(viewer, found.order_by("-mu", "id"))[: FOUND + 1])
    # All are counted in one pass through the index.
    better = {f"above_{row.pk}": Count("pk", filter=Q(mu__gt=row.mu)) for row in rows[:FOUND]}
    above = _listed(players).filter(mu__gt=min((row.mu for row in rows), default=0))
    places = above.aggregate(**better)
    lines = [_line(row, places[f"above_{row.pk}"] + 1, viewer) for row in rows[:FOUND]]
    return Found(lines, len(rows) > FOUND)


def _listed(players: int) -> QuerySet[Rating]:
    return Rating.objects.filter(players=players, listed=True)


def _for(viewer: User, rows: QuerySet[Rating]) -> QuerySet[Any]:
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
