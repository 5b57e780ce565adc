"""What is promised of the troupe, and whether the figures keep it."""

from typing import Any

STEP = (150, 250)
"""Points above the one before, at a table of four."""
MOST_TURNS = 32
"""Turns a round at the median, at a table of four alike."""
NEW_WINS = (0.25, 0.42)
"""The share of games that somebody new wins at a first table: about every third."""
APART = 0.3
"""How far a character's own figure lies from the mean of the other seven."""
TURNS = "turns a round (median)"

OWN = {
    "pip": ("runs among its sets", -1),
    "tilly": ("takes the left card", 1),
    "otto": ("turns it keeps a 10", 1),
    "lev": ("runs among its sets", 1),
    "juno": ("cards turned", 1),
    "corvo": ("takes what the next can use", 1),
    "mabel": ("rounds with a late one", 1),
    "ada": ("moves that memory changes", 1),
}
"""The figure that shows each character's line, and whether it is higher or lower than others'."""

Found = dict[str, Any]


def stands_apart(name: str, styles: dict[str, Found]) -> bool:
    """Return whether the own figure of ``name`` keeps its promise; ``styles`` has all at a table.

    It does not while one of them is missing.
    """
    heading, direction = OWN[name]
    values = {one: found.get(heading) for one, found in styles.items()}
    others = [value for one, value in values.items() if one != name and value is not None]
    own = values.get(name)
    if own is None or len(others) < len(OWN) - 1:
        return False
    mean = sum(others) / len(others)
    return bool(direction * (own - mean) >= APART * mean)


def step_mark(step: int, within: int, players: int) -> str:
    """Return what follows a step: a tick, or that the order is unclear, or nothing."""
    if players == 4:
        return " ✓" if STEP[0] <= step <= STEP[1] else ""
    if step > within:
        return " ✓"
    return " unclear" if step > -within else ""
