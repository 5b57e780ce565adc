"""Leaderboards by number of players."""

from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.core.paginator import Page, Paginator
from django.db.models import BooleanField, Count, ExpressionWrapper, Q, QuerySet

from games.models import Rating
from games.people.kinds import kind_of
from games.people.name_keys import name_key
from games.results.profiles import profile_open
from games.results.rating_history import ToGo, to_go
from games.results.rating_model import LISTED_FROM, Shown, Skill, shown
from games.results.rating_reading import Pool

User = AbstractUser | AnonymousUser

_LACKING = ("pk", "games", "people")

ON_A_PAGE = 25
FOUND = 20
NEAREST = 5
"""Most provisional ratings shown, besides the viewer's."""
_LOOKED_AT = 20
"""Provisional ratings on each side of enough games, among which the nearest are found."""


class Line(NamedTuple):
    """A player's line."""

    place: int | None
    """From 1; equally sure ratings share it. None while provisional."""
    name: str
    kind: str
    username: str
    open: bool
    """Whether the viewer may see the profile."""
    own: bool
    shown: Shown
    games: int
    people: int

    @property
    def to_go(self) -> ToGo:
        return to_go(games=self.games, people=self.people)


class Leaderboard(NamedTuple):
    """A page, ordered by what is sure."""

    lines: list[Line]
    provisional: list[Line]
    """On the first page, the nearest to a place and the viewer's."""
    page: Page[Any]


class Found(NamedTuple):
    """What a search found."""

    lines: list[Line]
    more: bool


def leaderboard(
    *, players: int, page: int, viewer: User, bot_accounts: bool = False
) -> Leaderboard:
    """Return a page of people's ratings, or of bot accounts', in a constant number of queries."""
    pool = Pool(players, bot_accounts)
    listed = _listed(pool).order_by("-sure", "id")
    # Skip earlier pages within the index, without reading their users.
    keys: QuerySet[Any] = listed.values_list("pk", flat=True)
    found = Paginator(keys, ON_A_PAGE).get_page(page)
    rows = list(_for(viewer, Rating.objects.filter(pk__in=list(found)).order_by("-sure", "id")))
    lines: list[Line] = []
    first = listed.filter(sure__gt=rows[0].sure).count() + 1 if rows else 1
    place = first
    for index, row in enumerate(rows):
        if index and rows[index - 1].sure != row.sure:
            place = found.start_index() + index
        lines.append(_line(row, place, viewer))
    return Leaderboard(lines, _provisional(pool, viewer) if found.number == 1 else [], found)


def search(*, players: int, name: str, viewer: User, bot_accounts: bool = False) -> Found:
    """Find players by the start of ``name_key``, best first."""
    pool = Pool(players, bot_accounts)
    start = name_key(name)
    called = _listed(pool).filter(user__name_key__startswith=start)
    # What nobody sees is the start of every name.
    found = called if start else called.none()
    rows = list(_for(viewer, found.order_by("-sure", "id"))[: FOUND + 1])
    # All are counted in one pass through the index.
    better = {f"above_{row.pk}": Count("pk", filter=Q(sure__gt=row.sure)) for row in rows[:FOUND]}
    above = _listed(pool).filter(sure__gt=min((row.sure for row in rows), default=0))
    places = above.aggregate(**better)
    lines = [_line(row, places[f"above_{row.pk}"] + 1, viewer) for row in rows[:FOUND]]
    return Found(lines, len(rows) > FOUND)


def _provisional(pool: Pool, viewer: User) -> list[Line]:
    waiting = Rating.objects.filter(**pool.match(), provisional=True)
    # Both in the order of the index.
    fewer = waiting.filter(games__lt=LISTED_FROM).order_by("-games", "id")
    enough = waiting.filter(games__gte=LISTED_FROM).order_by("games", "-id")
    near = [*fewer.values_list(*_LACKING)[:_LOOKED_AT], *enough.values_list(*_LACKING)[:_LOOKED_AT]]
    near.sort(key=lambda row: to_go(games=row[1], people=row[2]).total)
    shown_to_all = Q(pk__in=[pk for pk, _games, _people in near[:NEAREST]])
    own = Q(user=viewer.pk) if viewer.pk is not None else Q()
    rows = _for(viewer, waiting.filter(shown_to_all | own).order_by("-sure", "id"))
    return [_line(row, None, viewer) for row in rows]


def _listed(pool: Pool) -> QuerySet[Rating]:
    return Rating.objects.filter(**pool.match(), listed=True)


def _for(viewer: User, rows: QuerySet[Rating]) -> QuerySet[Any]:
    seen = ExpressionWrapper(profile_open(of="user", viewer=viewer), BooleanField())
    return rows.select_related("user").annotate(open=seen, kind=kind_of("user"))


def _line(row: Any, place: int | None, viewer: User) -> Line:
    return Line(
        place=place,
        name=row.user.get_short_name(),
        kind=row.kind,
        username=row.user.get_username(),
        open=row.open,
        own=row.user_id == viewer.pk,
        shown=shown(Skill(row.mu, row.sigma)),
        games=row.games,
        people=row.people,
    )
