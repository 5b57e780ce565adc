"""Names that look like others: from before they were compared, or of guests who came first."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from accounts.models import User
from accounts.reserved import is_reserved
from games.models import NOT_OVER, Seat, TakenAwayName
from games.people.name_keys import looks
from games.words.names import is_made_up


class Collision(NamedTuple):
    """Names of which one has to change."""

    names: tuple[str, ...]
    """Oldest first."""
    reason: str


def collisions() -> Iterator[Collision]:
    """Yield those of accounts, then those of guests in unfinished games."""
    accounts = User.objects.filter(is_guest=False).order_by("date_joined", "pk")
    names = list(accounts.values_list("username", flat=True))
    holders = _by_look(names)
    groups = {tuple(alike): None for alike in holders.values() if len(alike) > 1}
    for alike in groups:
        yield Collision(alike, "accounts that look alike")
    taken_away = frozenset(TakenAwayName.objects.values_list("key", flat=True))
    for name in names:
        yield from _forbidden(name, taken_away)
    for name in _guests_at_tables():
        yield from _forbidden(name, taken_away)
        like = [holders[look][0] for look in sorted(looks(name)) if look in holders]
        if like:
            yield Collision((like[0], name), "a guest who looks like an account")


def _by_look(names: list[str]) -> dict[str, list[str]]:
    found = defaultdict(list)
    for name in names:
        for look in looks(name):
            found[look].append(name)
    return dict(found)


def _forbidden(name: str, taken_away: frozenset[str]) -> Iterator[Collision]:
    if is_reserved(name):
        yield Collision((name,), "looks like the staff, the site or a bot")
    if looks(name) & taken_away:
        yield Collision((name,), "looks like a name that was taken away")


def _guests_at_tables() -> list[str]:
    seats = Seat.objects.filter(user__is_guest=True, game__summary__status__in=NOT_OVER)
    names = seats.order_by("name").values_list("name", flat=True).distinct()
    return [name for name in names if not is_made_up(name)]
