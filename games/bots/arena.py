"""The arena: bots play whole games against each other, and what that says of their strength.

Every deal is played once for each rotation of the seats, so that the luck of the deal and of the
seat cancels. All rotations of one deal together are one observation: intervals are over deals.
"""

import hashlib
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, median, quantiles, stdev
from typing import Any, NamedTuple

from games.bots.players import BotPlayer, BrokenPlayerError, Player, ProgramPlayer
from games.rules import game as rules
from games.rules.deal import SECRET_BYTES, deal_round
from games.rules.errors import RuleError
from games.rules.moves import Move, move_to_json
from games.rules.views import view_for

NORMAL_95 = 1.96
"""Standard errors in a 95% interval."""

Interval = tuple[float, float]


class Place(NamedTuple):
    """Where in a match something happened, and what the seat to act knew there."""

    deal: str
    """The seed of the match and the number of the deal, as :func:`play_deal` takes them."""
    rotation: int
    round: int
    seat: int
    bot_seed: int
    """What the draws of our bots in this seat depend on."""
    view: str
    """The line of ``scout-view/1`` that was to be answered."""


class BrokenMatchError(RuntimeError):
    """A bot broke the rules, the protocol or its time: what it did, and where if a game was on."""

    def __init__(self, what: str, place: Place | None = None) -> None:
        super().__init__(what, place)
        self.what = what
        self.place = place


@dataclass
class DealResult:
    """What the games of one deal, in all rotations, gave each bot by name."""

    points: dict[str, float]
    """Mean points a seat and round."""
    margin: dict[str, float]
    """Mean points a seat and round above the mean of the seats of other names."""
    wins: dict[str, float]
    """Games won, a shared victory in parts, as a share of the games."""
    games: int = 0
    seconds: dict[str, list[float]] = field(default_factory=dict)
    """How long each move took."""


@dataclass(frozen=True)
class Standing:
    """How one bot (by name, whatever seats it had) fared."""

    name: str
    seats: int
    points_per_round: float
    interval: Interval
    margin: float
    margin_interval: Interval
    win_share: float
    moves: int
    ms_median: float
    ms_p95: float


@dataclass(frozen=True)
class Report:
    """What a match showed."""

    players: int
    games: int
    bots: list[Standing]

    def to_json(self) -> dict[str, Any]:
        """The report as ``arena --json`` prints it."""
        bots = [asdict(bot) for bot in self.bots]
        for bot in bots:
            del bot["moves"]
        return {"players": self.players, "games": self.games, "bots": bots}


def play_deals(
    names: Sequence[str],
    deals: int,
    seed: int,
    commands: Mapping[str, str],
    processes: int,
) -> Iterator[DealResult]:
    """Play ``deals`` deals with the bots ``names`` (one a seat) and give each result as it comes.

    ``commands`` holds the command lines of those names that are programs of others. Raises
    ``BrokenMatchError`` when somebody breaks the rules, the protocol or its time.
    """
    with ProcessPoolExecutor(processes) as pool:
        waiting = [
            pool.submit(play_deal, tuple(names), f"{seed} {number}", dict(commands))
            for number in range(deals)
        ]
        try:
            for result in waiting:
                yield result.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def play_deal(names: Sequence[str], seed: str, commands: Mapping[str, str]) -> DealResult:
    """Play one whole game for each rotation of the seats, all with the same cards.

    ``BrokenMatchError`` when somebody breaks the rules, the protocol or its time.
    """
    players = len(names)
    count = {name: names.count(name) for name in dict.fromkeys(names)}
    result = DealResult(
        points=dict.fromkeys(count, 0.0),
        margin=dict.fromkeys(count, 0.0),
        wins=dict.fromkeys(count, 0.0),
        seconds={name: [] for name in count},
    )
    with ExitStack() as stack:
        seated = {name: _sit_down(stack, name, commands) for name in count}
        for rotation in range(players):
            seats = [names[(seat - rotation) % players] for seat in range(players)]
            over = _play_game(seats, seated, seed, rotation, result)
            _count(result, seats, over)
    return result


def _sit_down(stack: ExitStack, name: str, commands: Mapping[str, str]) -> Player:
    command = commands.get(name)
    try:
        player: Player = ProgramPlayer(name, command) if command else BotPlayer(name)
    except BrokenPlayerError as error:
        raise BrokenMatchError(str(error)) from error
    stack.callback(player.close)
    return player


def _play_game(
    seats: Sequence[str],
    seated: Mapping[str, Player],
    deal: str,
    rotation: int,
    result: DealResult,
) -> rules.GameState:
    chance = Random(hashlib.sha256(deal.encode()).digest())
    secret = chance.randbytes(SECRET_BYTES)
    seeds = [chance.getrandbits(32) for _ in seats]
    state = rules.new_game(len(seats))
    while not state.over:
        if state.needs_deal:
            dealt = deal_round(secret, "", len(seats), state.round_number)
            state = rules.deal(state, dealt)
        seat = state.to_act[0]
        name, view = seats[seat], view_for(state, seat)
        start = time.perf_counter()
        try:
            move = seated[name].choose(view, seeds[seat])
            result.seconds[name].append(time.perf_counter() - start)
            state = _judged(state, seat, name, move)
        except BrokenPlayerError as error:
            line = json.dumps(view.to_json())
            place = Place(deal, rotation, view.round, seat, seeds[seat], line)
            raise BrokenMatchError(str(error), place) from error
    return state


def _judged(state: rules.GameState, seat: int, name: str, move: Move) -> rules.GameState:
    """The state after ``move``; ``BrokenPlayerError`` with the reason if it is not legal."""
    try:
        return rules.play(state, seat, move)
    except RuleError as refusal:
        raise BrokenPlayerError(
            f"{name} chose a move that is not legal: {json.dumps(move_to_json(move))} "
            f"({refusal.code}: {refusal.sentence})"
        ) from refusal


def _count(result: DealResult, seats: Sequence[str], over: rules.GameState) -> None:
    """Add one game to ``result``; its figures stay means over the games played so far."""
    players = len(seats)
    winners = over.winners or ()
    result.games += 1
    weight = 1 / players
    for name in result.points:
        own = [over.totals[seat] for seat in range(players) if seats[seat] == name]
        others = [over.totals[seat] for seat in range(players) if seats[seat] != name]
        points = fmean(own) / players
        result.points[name] += weight * points
        result.margin[name] += weight * (points - fmean(others) / players if others else 0.0)
        won = sum(1 for seat in winners if seats[seat] == name)
        result.wins[name] += weight * won / len(winners)


def report(names: Sequence[str], results: Sequence[DealResult]) -> Report:
    """What the ``results`` of all deals say of the bots ``names``."""
    standings = []
    for name in dict.fromkeys(names):
        points, interval = _mean([result.points[name] for result in results])
        margin, margin_interval = _mean([result.margin[name] for result in results])
        seconds = sorted(second for result in results for second in result.seconds[name])
        standings.append(
            Standing(
                name=name,
                seats=names.count(name),
                points_per_round=points,
                interval=interval,
                margin=margin,
                margin_interval=margin_interval,
                win_share=fmean(result.wins[name] for result in results),
                moves=len(seconds),
                ms_median=1000 * median(seconds),
                ms_p95=1000 * quantiles(seconds, n=20)[-1],
            )
        )
    return Report(
        players=len(names),
        games=sum(result.games for result in results),
        bots=standings,
    )


def _mean(values: Sequence[float]) -> tuple[float, Interval]:
    """The mean of ``values``, one a deal, and its 95% interval; of one value it is a point."""
    mean = fmean(values)
    spread = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return mean, (mean - NORMAL_95 * spread, mean + NORMAL_95 * spread)
