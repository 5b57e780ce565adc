"""A player's figures."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.models.statistics import WON
from games.results.tallies import PACES

ENDINGS = ("own_empty_hand", "own_unbeaten", "other_empty_hand", "other_unbeaten", "turn_limit")


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures; a share of nothing is None."""

    games: int
    won: float | None
    """A shared victory counts as a fraction."""
    rounds: int
    points_a_round: float | None
    points: dict[int, int]
    negative: int
    endings: dict[str, int]
    turns: int
    show: int
    scout: int
    scout_and_show: int
    cards_a_show: float | None
    flipped: float | None
    used: int
    longest: tuple[int, ...]
    """Numbers of the strongest of the longest sets."""
    pace: dict[int, int]
    """By index into ``PACES``."""
    quartiles: tuple[int, int, int] | None
    """Indices into ``PACES``."""
    timed_out: int


def figures_of(tally: Mapping[str, int]) -> Figures:
    """Return the figures of a tally."""
    games, rounds = tally.get("games", 0), tally.get("rounds", 0)
    points = {int(key): count for key, count in _group(tally, "points").items()}
    sets = [(_set_of(key), count) for key, count in _group(tally, "set").items()]
    shows = sum(count for _, count in sets)
    shown = sum(len(numbers) * count for (_, numbers), count in sets)
    scouted = tally.get("scout", 0) + tally.get("scout_and_show", 0)
    kinds = [tally.get(kind, 0) for kind in ("show", "scout", "scout_and_show")]
    pace = {int(key): count for key, count in _group(tally, "pace").items()}
    return Figures(
        games=games,
        won=tally.get("won", 0) / WON / games if games else None,
        rounds=rounds,
        points_a_round=sum(each * count for each, count in points.items()) / rounds
        if rounds
        else None,
        points=dict(sorted(points.items())),
        negative=sum(count for each, count in points.items() if each < 0),
        endings={key: tally.get(f"end:{key}", 0) for key in ENDINGS},
        turns=sum(kinds),
        show=kinds[0],
        scout=kinds[1],
        scout_and_show=kinds[2],
        cards_a_show=shown / shows if shows else None,
        flipped=tally.get("flipped", 0) / scouted if scouted else None,
        used=tally.get("used", 0),
        longest=max(sets)[0][1] if sets else (),
        pace=dict(sorted(pace.items())),
        quartiles=_quartiles(pace),
        timed_out=tally.get("clock", 0),
    )


def _group(tally: Mapping[str, int], name: str) -> dict[str, int]:
    start = f"{name}:"
    return {key.removeprefix(start): n for key, n in tally.items() if key.startswith(start)}


def _set_of(key: str) -> tuple[tuple[int, bool, int], tuple[int, ...]]:
    kind = "m" if "m" in key else "r"
    size, low = map(int, key.split(kind))
    step = int(kind == "r")
    return (size, kind == "m", low), tuple(low + step * i for i in range(size))


def _quartiles(pace: Mapping[int, int]) -> tuple[int, int, int] | None:
    total = sum(pace.values())
    if not total:
        return None
    found = []
    for part in (1, 2, 3):
        so_far = 0
        for place in range(len(PACES) + 1):
            so_far += pace.get(place, 0)
            if 4 * so_far >= part * total:
                found.append(place)
                break
    return found[0], found[1], found[2]
