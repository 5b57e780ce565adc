"""The arena measures bots' strength in whole games.

Each deal, played in every rotation of the seats to cancel luck, is one observation.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from math import sqrt
from statistics import fmean, median, quantiles, stdev
from typing import Any, NamedTuple

from ..rules import game as rules
from ..rules.deal import SECRET_BYTES, deal_round
from ..rules.errors import RuleError
from ..rules.moves import Move, move_to_json
from ..rules.views import view_for
from .kept_games import chance_of, kept
from .players import BotPlayer, BrokenPlayerError, Player, ProgramPlayer

NORMAL_95 = 1.96

Interval = tuple[float, float]


class MatchMoment(NamedTuple):
    """A turn, and what its seat knew."""

    deal: str
    """The match's seed and the deal's number, as :func:`play_deal` takes them."""
    rotation: int
    round: int
    seat: int
    bot_seed: int
    view: str


class BrokenMatchError(RuntimeError):
    """A ``BrokenPlayerError`` stopped the match at ``place``."""

    def __init__(self, what: str, place: MatchMoment | None = None) -> None:
        super().__init__(what, place)
        self.what = what
        self.place = place


class PlayedGame(NamedTuple):
    """A whole game: who sat where, and what it brought."""

    seats: tuple[str, ...]
    totals: tuple[int, ...]
    record: dict[str, Any] | None = None
    """``scout-record/1`` with its ``meta``, if records were asked for."""


@dataclass
class DealResult:
    """One deal's results by bot, over all rotations."""

    points: dict[str, float]
    """Mean points per seat and round."""
    margin: dict[str, float]
    """``points`` above the mean of the other names' seats."""
    wins: dict[str, float]
    """The share of games won; a shared victory counts in part."""
    games: int = 0
    seconds: dict[str, list[float]] = field(default_factory=dict)
    played: list[PlayedGame] = field(default_factory=list)


@dataclass(frozen=True)
class Standing:
    """One bot's results in all its seats."""

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
class MatchReport:
    """A match's results."""

    players: int
    games: int
    bots: list[Standing]

    def to_json(self) -> dict[str, Any]:
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
    *,
    records: bool = False,
) -> Iterator[DealResult]:
    """Yield each deal's result; ``commands`` starts external programs.

    With ``records`` each game is kept as a record. Raise ``BrokenMatchError``.
    """
    tables = [tuple(names)] * deals
    yield from play_tables(tables, seed, commands, processes, records=records)


def play_tables(
    tables: Sequence[tuple[str, ...]],
    seed: int,
    commands: Mapping[str, str],
    processes: int,
    *,
    records: bool = False,
) -> Iterator[DealResult]:
    """Yield the result of a deal for each table, which are the names that sit there.

    Otherwise like :func:`play_deals`.
    """
    with ProcessPoolExecutor(processes) as pool:
        waiting = [
            pool.submit(play_deal, names, f"{seed} {number}", dict(commands), records=records)
            for number, names in enumerate(tables)
        ]
        try:
            for result in waiting:
                yield result.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def play_deal(
    names: Sequence[str], seed: str, commands: Mapping[str, str], *, records: bool = False
) -> DealResult:
    """Play the deal once per rotation of the seats.

    ``seed`` is the match's and the deal's number; with ``records`` each game is kept as a record.
    Raise ``BrokenMatchError``.
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
            bots = [None if name in commands else name for name in seats]
            record = kept(over, seats, bots, seed, rotation) if records else None
            result.played.append(PlayedGame(tuple(seats), over.totals, record))
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
    chance = chance_of(deal)
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
            place = MatchMoment(deal, rotation, view.round, seat, seeds[seat], line)
            raise BrokenMatchError(str(error), place) from error
    return state


def _judged(state: rules.GameState, seat: int, name: str, move: Move) -> rules.GameState:
    try:
        return rules.play(state, seat, move)
    except RuleError as refusal:
        raise BrokenPlayerError(
            f"{name} chose a move that is not legal: {json.dumps(move_to_json(move))} "
            f"({refusal.code}: {refusal.sentence})"
        ) from refusal


def _count(result: DealResult, seats: Sequence[str], over: rules.GameState) -> None:
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


def report(names: Sequence[str], results: Sequence[DealResult]) -> MatchReport:
    """Sum up the deals' ``results``."""
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
    return MatchReport(
        players=len(names),
        games=sum(result.games for result in results),
        bots=standings,
    )


def _mean(values: Sequence[float]) -> tuple[float, Interval]:
    mean = fmean(values)
    spread = stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return mean, (mean - NORMAL_95 * spread, mean + NORMAL_95 * spread)
