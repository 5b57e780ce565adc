"""The bots that sit down at new tables: the characters, by the names one may ask for."""

from collections.abc import Collection, Sequence

from .company.troupe import TROUPE

CALLED = {who.name.lower(): who.name for who in TROUPE}
"""What each character is called at a table, weakest first: ``{"pip": "Pip", …}``."""

# Bots of new tables were levels before. The characters are those nearest in strength: docs/bots.md
# (*At the table*) has how each fares among three of the other.
ALIASES = {"easy": "pip", "steady": "mabel", "expert": "ada"}
"""Other names to ask for a character by."""

MIDDLING = "juno"
"""The character for a seat that nobody chose a bot for: neither weak nor strong."""

_ORDER = tuple(CALLED)


def may_be_asked_for() -> list[str]:
    """Return every name by which a bot can be seated, characters first."""
    return [*CALLED, *ALIASES]


def strength_of(character: str) -> int:
    """Return the place of ``character`` from the weakest, 1 to 8."""
    return _ORDER.index(character) + 1


def company(asked: Sequence[str], there: Collection[str] = ()) -> list[str]:
    """Return the character for each of up to eight names, none of them twice or among ``there``.

    Characters asked for by their own names are seated first. A repeated name, or an alias of a
    character that is taken, gives the free character nearest in strength, the weaker of two. A
    level that is no longer offered (in the rematch of an old game) counts as the weakest.
    """
    taken = set(there)
    found: dict[int, str] = {}
    for number, name in enumerate(asked):
        if name in CALLED and name not in taken:
            taken.add(name)
            found[number] = name
    for number, name in enumerate(asked):
        if number not in found:
            found[number] = _nearest(ALIASES.get(name, name), taken)
            taken.add(found[number])
    return [found[number] for number in range(len(asked))]


def _nearest(wanted: str, taken: Collection[str]) -> str:
    place = _ORDER.index(wanted) if wanted in CALLED else 0
    free = [name for name in _ORDER if name not in taken]
    return min(free, key=lambda name: abs(_ORDER.index(name) - place))
