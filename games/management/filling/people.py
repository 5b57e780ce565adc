"""The made players of `fill`."""

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from random import Random
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password

from games.people.name_keys import name_key

FEWEST = 12
MOST = 5_000
GAMES_EACH = 40
"""Per player, within these limits."""
CIRCLE = 12
AMONG_FRIENDS = 0.75
MARK = " (made)"
"""How made players' names end; real names can't have its brackets."""
_LEVELLING = 50
"""The higher, the more evenly games are spread."""
_FIRST_NAMES = [
    *("Alma", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Greta", "Hugo", "Ida", "Jonas"),
    *("Karla", "Leo", "Mila", "Nils", "Olga", "Paul", "Quentin", "Ruth", "Selma", "Theo"),
    *("Uma", "Viktor", "Wanda", "Xenia", "Yara", "Zeno", "Anton", "Berta", "Carlo", "Dina"),
    *("Elsa", "Finn", "Gina", "Hanna", "Ivo", "Jette", "Kuno", "Lena", "Max", "Nora"),
    *("Oskar", "Pia", "Rafael", "Sina", "Till", "Ulla", "Vera", "Wim", "Xaver", "Yann"),
    "Zora",
]


class Person(NamedTuple):
    user_id: int
    name: str
    skill: float
    """From 0 to 1; the higher, the more often they get a good bot's seat."""


def made_name(number: int) -> str:
    """Return made player ``number``'s name."""
    family, first = divmod(number, len(_FIRST_NAMES))
    return f"{_FIRST_NAMES[first]} {family + 1}{MARK}"


def how_many(games: int) -> int:
    """Return how many players ``games`` need."""
    return min(MOST, max(FEWEST, games // GAMES_EACH))


def make_people(count: int, seed: int) -> list[Person]:
    """Return the first ``count`` made players, created without email or password."""
    User = get_user_model()  # noqa: N806 (a class)
    names = [made_name(number) for number in range(count)]
    known = dict(User.objects.filter(username__in=names).values_list("username", "pk"))
    missing = [
        User(username=name, name_key=name_key(name), password=make_password(None))
        for name in names
        if name not in known
    ]
    User.objects.bulk_create(missing, batch_size=500)
    known.update(User.objects.filter(username__in=names).values_list("username", "pk"))
    chance = Random(f"people {seed}")  # noqa: S311 (who plays well is no secret)
    return [Person(known[name], name, chance.random()) for name in names]


class Company:
    """Chooses who plays together."""

    def __init__(self, people: Sequence[Person]) -> None:
        """``people`` in order of falling activity."""
        self._people = people
        self._weights = list(accumulate(1 / (rank + _LEVELLING) for rank in range(len(people))))

    def draw(self, count: int, chance: Random) -> list[Person]:
        first = self._drawn(chance)
        start = min(first // CIRCLE * CIRCLE, max(0, len(self._people) - CIRCLE))
        circle = range(start, min(start + CIRCLE, len(self._people)))
        chosen = [first]
        while len(chosen) < count:
            friends = chance.random() < AMONG_FRIENDS
            number = chance.choice(circle) if friends else self._drawn(chance)
            if number not in chosen:
                chosen.append(number)
        return [self._people[number] for number in chosen]

    def _drawn(self, chance: Random) -> int:
        return bisect(self._weights, chance.random() * self._weights[-1], hi=len(self._people) - 1)
