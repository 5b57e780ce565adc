"""A league: many bots at changing tables, with ratings.

The ratings are those of the Bradley-Terry model that make the results likeliest: of two bots with
equal ratings, each is as likely to have more points in a game; 400 points are odds of ten to one.
A tie counts half. The order of the games makes no difference. Each bot also draws one game with a
made-up one, so that whoever never wins, or never loses, has a rating too. Hunter, D. R. (2004), "MM
algorithms for generalized Bradley-Terry models", describes the iteration.

A deal, played in every rotation of its table, is one observation: intervals are the spread of the
ratings over drawings of as many deals from those played, with replacement (the bootstrap).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from math import log10
from random import Random
from statistics import fmean, stdev
from typing import Any

from .arena import NORMAL_95, DealResult

MEAN = 1500
DRAWINGS = 100
CLOSE = 1e-6
MOST_STEPS = 10_000

Pair = tuple[str, str]
Won = Mapping[Pair, float]
"""How many games the first of a pair won against the second."""


@dataclass(frozen=True)
class Rated:
    """A bot's place in the league."""

    name: str
    rating: float
    """The mean of all bots is 1500."""
    within: float
    """Half of the 95% interval; 0 from a single deal."""
    games: int
    points_per_round: float
    """The mean, at its tables."""
    win_share: float
    """The share of games won at its tables; a shared victory counts in part."""


@dataclass(frozen=True)
class LeagueTable:
    """A league's result, the best bot first."""

    players: int
    games: int
    bots: list[Rated]

    def to_json(self) -> dict[str, Any]:
        """Return the table as JSON."""
        return asdict(self)


def tables(names: Sequence[str], players: int, deals: int, seed: int) -> list[tuple[str, ...]]:
    """Return who sits at each table, so that every bot sits at ``deals`` of them, or one more.

    :func:`.play_tables` plays them. Raise ``ValueError`` for players other than 2 to 5, fewer bots
    than players, a name that stands twice, or no deals.
    """
    if not 2 <= players <= 5:
        raise ValueError(f"Scout is a game of 2 to 5 players, not {players}.")
    if len(set(names)) < len(names):
        raise ValueError("In a league each bot has one name.")
    if len(names) < players:
        raise ValueError(f"A league at tables of {players} needs {players} bots or more.")
    if deals < 1:
        raise ValueError("In a league each bot plays at least one deal.")
    chance, found = Random(seed), []
    sat = Counter(dict.fromkeys(names, 0))
    while min(sat.values()) < deals:
        fewest_first = sorted(names, key=lambda name: (sat[name], chance.random()))
        table = tuple(fewest_first[:players])
        sat.update(table)
        found.append(table)
    return found


def league_table(results: Sequence[DealResult], seed: int = 0) -> LeagueTable:
    """Sum up the results of one deal or more; ``seed`` is for the drawings of the intervals."""
    games = [game for result in results for game in result.played]
    names = sorted({name for game in games for name in game.seats})
    by_deal = [_won(result) for result in results]
    ratings = ratings_of(names, _added(by_deal))
    chance = Random(seed)
    drawn = [
        ratings_of(names, _added(chance.choices(by_deal, k=len(by_deal))))
        for _ in range(DRAWINGS if len(by_deal) > 1 else 0)
    ]
    bots = []
    for name in names:
        own = [result for result in results if name in result.points]
        bots.append(
            Rated(
                name=name,
                rating=ratings[name],
                within=NORMAL_95 * stdev(each[name] for each in drawn) if drawn else 0.0,
                games=sum(result.games for result in own),
                points_per_round=fmean(result.points[name] for result in own),
                win_share=fmean(result.wins[name] for result in own),
            )
        )
    best_first = sorted(bots, key=lambda bot: bot.rating, reverse=True)
    return LeagueTable(len(games[0].seats), len(games), best_first)


def _won(result: DealResult) -> dict[Pair, float]:
    won: dict[Pair, float] = {}
    for game in result.played:
        for one, other in combinations(range(len(game.seats)), 2):
            pair = game.seats[one], game.seats[other]
            mine, theirs = game.totals[one], game.totals[other]
            share = 0.5 if mine == theirs else float(mine > theirs)
            won[pair] = won.get(pair, 0.0) + share
            won[pair[::-1]] = won.get(pair[::-1], 0.0) + 1 - share
    return won


def _added(deals: Sequence[Won]) -> Won:
    total: dict[Pair, float] = {}
    for won in deals:
        for pair, share in won.items():
            total[pair] = total.get(pair, 0.0) + share
    return total


def ratings_of(names: Sequence[str], won: Won) -> dict[str, float]:
    """Return the likeliest ratings, with a mean of 1500, for the games ``won``."""
    met: dict[str, list[tuple[str, float]]] = {name: [] for name in names}
    wins = dict.fromkeys(names, 0.5)
    for (one, other), share in won.items():
        met[one].append((other, share + won.get((other, one), 0.0)))
        wins[one] += share
    strength = dict.fromkeys(names, 1.0)
    for _ in range(MOST_STEPS):
        after = {
            name: wins[name]
            / (
                1 / (strength[name] + 1)
                + sum(games / (strength[name] + strength[other]) for other, games in met[name])
            )
            for name in names
        }
        moved = max(abs(after[name] / strength[name] - 1) for name in names)
        strength = after
        if moved < CLOSE:
            break
    points = {name: 400 * log10(strength[name]) for name in names}
    middle = fmean(points.values())
    return {name: MEAN + points[name] - middle for name in names}
