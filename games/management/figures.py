"""The bots' measured strength."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path
from typing import NamedTuple

from games.bots.arena import DealResult, play_deals, report
from games.bots.levels import Goal
from games.bots.registry import bots, get_ready
from games.management.bot_sources import digest_of
from games.rules.cards import PLAYER_COUNTS

BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


class Match(NamedTuple):
    """One bot against others of one level, and its goals."""

    bot: str
    others: str
    players: int
    goal: Goal

    @property
    def key(self) -> str:
        return f"{self.bot}:{self.others}:{self.players}"

    @property
    def names(self) -> tuple[str, str]:
        return self.bot, self.others


def matches() -> dict[str, Match]:
    """Return what is measured, by key."""
    found = [
        Match(name, others, players, goal)
        for name, bot in bots().items()
        for others, goals in (bot.goals or {}).items()
        for players, goal in zip(PLAYER_COUNTS, goals, strict=True)
    ]
    return {match.key: match for match in found}


@dataclass(frozen=True)
class Figures:
    """The result of a match."""

    rounds: int
    """Deals, each played in every rotation of the seats."""
    seed: int
    margin: float
    low: float
    high: float
    won: float
    ms_median: float
    ms_p95: float
    bots: str = ""


Follow = Callable[[Iterator[DealResult], int], Iterable[DealResult]]


def measure(match: Match, rounds: int, seed: int, processes: int, follow: Follow) -> Figures:
    """Play ``match`` with at least ``rounds`` deals; ``follow`` passes on results.

    Raise ``ImportError`` if a bot lacks Numba.
    """
    get_ready(match.names)
    deals = ceil(rounds / match.players)
    seated = [match.bot, *[match.others] * (match.players - 1)]
    # Taken before the match: changes saved during it make another bot.
    bots = digest_of(match.names, match.players)
    results = list(follow(play_deals(seated, deals, seed, {}, processes), deals))
    bot = report(seated, results).bots[0]
    return Figures(
        rounds=deals * match.players,
        seed=seed,
        margin=round(bot.margin, 2),
        low=round(bot.margin_interval[0], 2),
        high=round(bot.margin_interval[1], 2),
        won=round(bot.win_share, 3),
        ms_median=round(bot.ms_median, 1),
        ms_p95=round(bot.ms_p95, 1),
        bots=bots,
    )


def is_current(match: Match, found: Figures | None) -> bool:
    """Return whether ``found`` belongs to the current bots."""
    return found is not None and found.bots == digest_of(match.names, match.players)


def read(file: Path) -> dict[str, Figures]:
    """Return the figures in ``file``, if any, by match."""
    if not file.exists():
        return {}
    kept = json.loads(file.read_text())
    return {key: Figures(**kept[key]) for key in matches() if key in kept}


def write(file: Path, page: Path, figures: dict[str, Figures]) -> None:
    """Write ``figures`` to ``file``, and their table into ``page``."""
    kept = {key: asdict(figures[key]) for key in matches() if key in figures}
    file.write_text(json.dumps(kept, indent=1) + "\n")
    text = page.read_text()
    table = f"{BEGIN}\n\n{as_table(figures)}\n\n{END}"
    page.write_text(re.sub(f"{BEGIN}.*{END}", lambda _: table, text, flags=re.DOTALL))


def as_table(figures: dict[str, Figures]) -> str:
    """Return figures and goals as a Markdown table."""
    lines = [
        "| bot | against | players | dealt rounds | points above the others (95%) | to reach "
        "| games won | to reach | ms a move | 95% of moves |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for key, match in matches().items():
        if found := figures.get(key):
            lines.append(
                f"| *{match.bot}* | *{match.others}* | {match.players} | {found.rounds:,} "
                f"| {found.margin:+.2f} ({found.low:+.2f} to {found.high:+.2f}) "
                f"| {match.goal.margin:+.1f}{_mark(found.low >= match.goal.margin)} "
                f"| {found.won:.1%} | {_share_to_reach(match.goal, found)} "
                f"| {found.ms_median:.1f} | {found.ms_p95:.1f} |"
            )
    return "\n".join(lines)


def _share_to_reach(goal: Goal, found: Figures) -> str:
    if goal.won is None:
        return ""
    return f"{goal.won:.0%}{_mark(found.won >= goal.won)}"


def _mark(reached: bool) -> str:
    return " ✓" if reached else ""
