"""The troupe's measured strength and style."""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from math import ceil, log10, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from games.bots.arena import NORMAL_95, DealResult, play_deals
from games.bots.company.troupe import TROUPE
from games.bots.styles import Tally, play_alike, style_of
from games.management.promises import MOST_TURNS, NEW_WINS, OWN, TURNS, stands_apart, step_mark
from games.management.troupe_sources import NEWCOMER as PROGRAM
from games.management.troupe_sources import digest_of_key
from games.rules.cards import PLAYER_COUNTS

BEGIN, END = "<!-- troupe -->", "<!-- end of troupe -->"
NAMES = tuple(who.name.lower() for who in TROUPE)
NEIGHBOURS = tuple(pairwise(NAMES))
ANCHOR, ANCHORED = "juno", 1200
"""The rating from which the others are counted."""
NEWCOMER = "newcomer"
GENTLE = (NEWCOMER, "pip", "tilly", "otto")

Found = dict[str, Any]
Follow = Callable[[Iterator[DealResult], int, str], Iterable[DealResult]]


def elo(won: float, players: int) -> float:
    """Return how many points ``won``, the share of games won by one alone, stands for."""
    return 400 * log10((players - 1) * won / (1 - won))


def all_keys() -> list[str]:
    """Return what is measured: neighbours, a first table, styles; tables of four first."""
    counts = sorted(PLAYER_COUNTS, key=lambda players: players != 4)
    steps = [f"{upper}:{lower}" for lower, upper in NEIGHBOURS]
    four, *others = (
        [f"{key}:{players}" for key in (*steps, *(f"style:{name}" for name in NAMES))]
        for players in counts
    )
    return [*four, "gentle", *(key for each in others for key in each)]


def measure(key: str, rounds: int, seed: int, processes: int, follow: Follow) -> Found:
    """Return the figures of ``key``, with a digest of whom they belong to."""
    # Taken before the games: changes saved during them make somebody else.
    bots = digest_of_key(key)
    return {**_measured(key, rounds, seed, processes, follow), "bots": bots}


def is_current(key: str, found: Found | None) -> bool:
    """Return whether ``found`` belongs to the current characters."""
    return found is not None and found.get("bots") == digest_of_key(key)


def _measured(key: str, rounds: int, seed: int, processes: int, follow: Follow) -> Found:
    if key == "gentle":
        return _first_table(ceil(rounds / 4), seed, processes, follow)
    one, other, count = key.split(":")
    players = int(count)
    if one == "style":
        return _style(other, players, rounds, seed, processes)
    return _compared(one, other, players, ceil(rounds / players), seed, processes, follow)


def _compared(
    upper: str, lower: str, players: int, deals: int, seed: int, processes: int, follow: Follow
) -> Found:
    found: Found = {"rounds": 2 * deals * players}
    points, spreads = [], []
    for key, alone, among in (("alone", upper, lower), ("below", lower, upper)):
        seated = [alone, *[among] * (players - 1)]
        played = play_deals(seated, deals, seed, {}, processes)
        results = list(follow(played, deals, f"{alone} among {among}, {players} players"))
        won = [result.wins[alone] for result in results]
        # Half a game more on either side, so that the odds are never nothing.
        games = deals * players
        share = (fmean(won) * games + 0.5) / (games + 1)
        sign = 1 if alone == upper else -1
        points.append(sign * elo(share, players))
        spread = stdev(won) / sqrt(deals) if deals > 1 else 0.0
        spreads.append(400 / 2.302585 * spread / (share * (1 - share)))
        found[key] = round(fmean(won), 3)
    found["elo"] = round(fmean(points))
    found["within"] = round(NORMAL_95 * sqrt(sum(spread**2 for spread in spreads)) / 2)
    return found


def _first_table(deals: int, seed: int, processes: int, follow: Follow) -> Found:
    played = play_deals(GENTLE, deals, seed, {NEWCOMER: f"{sys.executable} {PROGRAM}"}, processes)
    results = list(follow(played, deals, "A newcomer among Pip, Tilly and Otto"))
    won = [result.wins[NEWCOMER] for result in results]
    spread = stdev(won) / sqrt(deals) if deals > 1 else 0.0
    return {
        "rounds": 4 * deals,
        "won": round(fmean(won), 3),
        "within": round(NORMAL_95 * spread, 3),
    }


def _style(name: str, players: int, rounds: int, seed: int, processes: int) -> Found:
    games = ceil(rounds / players / 4)
    tally = Tally()
    with ProcessPoolExecutor(processes) as pool:
        jobs = [
            pool.submit(play_alike, name, players, [f"{seed} {number}"]) for number in range(games)
        ]
        for job in jobs:
            tally.add(job.result())
    figures = {key: value and round(value, 3) for key, value in style_of(tally).items()}
    return {"rounds": games * players, **figures}


def ratings(found: dict[str, Found]) -> dict[str, int]:
    """Return the ratings at tables of four: the steps between neighbours, added up."""
    scale = {NAMES[0]: 0}
    for lower, upper in NEIGHBOURS:
        if f"{upper}:{lower}:4" not in found:
            return {}
        scale[upper] = scale[lower] + found[f"{upper}:{lower}:4"]["elo"]
    return {name: ANCHORED + value - scale[ANCHOR] for name, value in scale.items()}


def read(file: Path) -> dict[str, Found]:
    """Return the figures in ``file``, if any."""
    kept: dict[str, Found] = json.loads(file.read_text()) if file.exists() else {}
    return kept


def write(file: Path, page: Path, rated: Path, found: dict[str, Found]) -> None:
    """Write the figures to ``file``, their tables into ``page``, the ratings to ``rated``."""
    if scale := ratings(found):
        rated.write_text(f"{json.dumps(scale, indent=2)}\n")
    lines = ",\n".join(
        f" {json.dumps(key)}: {json.dumps(found[key])}" for key in all_keys() if key in found
    )
    file.write_text(f"{{\n{lines}\n}}\n")
    tables = f"{BEGIN}\n\n{as_tables(found)}\n\n{END}"
    page.write_text(re.sub(f"{BEGIN}.*{END}", lambda _: tables, page.read_text(), flags=re.DOTALL))


def as_tables(found: dict[str, Found]) -> str:
    """Return the ladder and the styles as Markdown."""
    rated = ratings(found)
    heads = [f"above the one before, {players} players" for players in PLAYER_COUNTS]
    lines = [_row(["", "rated", *heads]), _row(["---"] * (2 + len(heads)))]
    for place, name in enumerate(NAMES):
        keys = [f"{name}:{NAMES[place - 1]}:{players}" for players in PLAYER_COUNTS]
        steps = [_step(key, found) if place else "" for key in keys]
        lines.append(_row([f"*{name}*", str(rated.get(name, "")), *steps]))
    headings = list(style_of(Tally()))
    turns = [f"turns, {players} players" for players in PLAYER_COUNTS if players != 4]
    lines += ["", _row(["", *headings, *turns]), _row(["---"] * (1 + len(headings) + len(turns)))]
    for name in NAMES:
        of = {players: found.get(f"style:{name}:{players}", {}) for players in PLAYER_COUNTS}
        shown = [of[4].get(heading) for heading in headings]
        shown += [of[players].get(headings[0]) for players in PLAYER_COUNTS if players != 4]
        marks = dict.fromkeys(headings, "")
        four = {one: found.get(f"style:{one}:4", {}) for one in NAMES}
        if (of[4].get(TURNS) or MOST_TURNS + 1) <= MOST_TURNS:
            marks[TURNS] = " ✓"
        if stands_apart(name, four):
            marks[OWN[name][0]] = " ✓"
        cells = [_shown(value) for value in shown]
        cells = [
            cell + mark for cell, mark in zip(cells, [*marks.values(), *[""] * 3], strict=True)
        ]
        lines.append(_row([f"*{name}*", *cells]))
    if first := found.get("gentle"):
        lines += [
            "",
            f"Somebody new wins {first['won']:.1%} ±{first['within']:.1%} of games among "
            f"Pip, Tilly and Otto{'' if not NEW_WINS[0] <= first['won'] <= NEW_WINS[1] else ' ✓'}.",
        ]
    return "\n".join(lines)


def _step(key: str, found: dict[str, Found]) -> str:
    if key not in found:
        return ""
    step, within = found[key]["elo"], found[key]["within"]
    return f"{step:+} ±{within}{step_mark(step, within, int(key[-1]))}"


def _shown(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
