"""The measured strength of the bots: each against the level below it, at every number of players.

What was measured is kept as JSON beside the page that shows it, so that lines can be measured one
by one and the page be written again.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path
from typing import NamedTuple

from games.bots.arena import DealResult, play_deals, report
from games.bots.registry import AHEAD, get_ready
from games.management.bot_sources import digest_of
from games.rules.cards import PLAYER_COUNTS

BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


class Match(NamedTuple):
    """One bot against others of one level, and what it is to reach."""

    bot: str
    others: str
    players: int
    margin: float
    """Points a round above the others' mean: the lower end of the 95% interval."""
    won: float | None
    """The share of games won, if one is to be reached."""

    @property
    def key(self) -> str:
        """The match as the command line and the file name it: ``expert:steady:4``."""
        return f"{self.bot}:{self.others}:{self.players}"

    @property
    def names(self) -> tuple[str, str]:
        return self.bot, self.others


_GOALS: dict[tuple[str, str], tuple[tuple[float, float | None], ...]] = {
    ("easy", "random"): ((6.5, 0.90), (6.0, 0.70), (8.0, 0.90), (8.0, 0.95)),
    ("steady", "easy"): ((4.0, 0.85), (5.0, 0.72), (4.5, 0.78), (3.8, 0.80)),
    ("expert", "steady"): ((1.1, 0.62), (2.4, 0.57), (1.2, 0.41), (0.8, 0.31)),
    ("expert", "easy"): ((4.7, 0.87), (6.0, 0.77), (6.4, 0.87), (5.0, 0.90)),
    (AHEAD, "steady"): ((1.8, None), (2.9, None), (1.7, None), (1.0, None)),
}
MATCHES = {
    match.key: match
    for (bot, others), goals in _GOALS.items()
    for players, goal in zip(PLAYER_COUNTS, goals, strict=True)
    for match in [Match(bot, others, players, *goal)]
}
"""What is measured, by key."""


@dataclass(frozen=True)
class Figures:
    """What a match showed."""

    rounds: int
    """Dealt rounds; each was played in every rotation of the seats."""
    seed: int
    margin: float
    low: float
    high: float
    won: float
    ms_median: float
    ms_p95: float
    bots: str = ""
    """What tells the bots that played from later ones; see :mod:`games.management.bot_sources`."""


Follow = Callable[[Iterator[DealResult], int], Iterable[DealResult]]


def measure(match: Match, rounds: int, seed: int, processes: int, follow: Follow) -> Figures:
    """Play ``match`` on at least so many dealt rounds, in all rotations of the seats.

    ``follow`` is given the results as they come and their number, and gives them on.
    ``ImportError`` if one of the bots needs Numba, and that is not installed.
    """
    get_ready(match.names)
    deals = ceil(rounds / match.players)
    seated = [match.bot, *[match.others] * (match.players - 1)]
    # As they are before the match: what is saved meanwhile is another bot's.
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
    """Whether ``found`` was measured with the bots as they are now."""
    return found is not None and found.bots == digest_of(match.names, match.players)


def read(file: Path) -> dict[str, Figures]:
    """The figures kept in ``file``, by the key of their match; none if there is no such file."""
    if not file.exists():
        return {}
    kept = json.loads(file.read_text())
    return {key: Figures(**kept[key]) for key in MATCHES if key in kept}


def write(file: Path, page: Path, figures: dict[str, Figures]) -> None:
    """Keep ``figures`` in ``file``, and write their table between the marks in ``page``."""
    kept = {key: asdict(figures[key]) for key in MATCHES if key in figures}
    file.write_text(json.dumps(kept, indent=1) + "\n")
    text = page.read_text()
    table = f"{BEGIN}\n\n{as_table(figures)}\n\n{END}"
    page.write_text(re.sub(f"{BEGIN}.*{END}", lambda _: table, text, flags=re.DOTALL))


def as_table(figures: dict[str, Figures]) -> str:
    """The table of ``figures`` in Markdown, with what is to be reached beside them."""
    lines = [
        "| bot | against | players | dealt rounds | points above the others (95%) | to reach "
        "| games won | to reach | ms a move | 95% of moves |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for key, match in MATCHES.items():
        if found := figures.get(key):
            lines.append(
                f"| *{match.bot}* | *{match.others}* | {match.players} | {found.rounds:,} "
                f"| {found.margin:+.2f} ({found.low:+.2f} to {found.high:+.2f}) "
                f"| {match.margin:+.1f}{_mark(found.low >= match.margin)} "
                f"| {found.won:.1%} | {_share_to_reach(match, found)} "
                f"| {found.ms_median:.1f} | {found.ms_p95:.1f} |"
            )
    return "\n".join(lines)


def _share_to_reach(match: Match, found: Figures) -> str:
    if match.won is None:
        return ""
    return f"{match.won:.0%}{_mark(found.won >= match.won)}"


def _mark(reached: bool) -> str:
    return " ✓" if reached else ""
