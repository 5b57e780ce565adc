"""Measure how fast moves reach open streams.

Fill an empty database (DATABASE_URL) with games and serve a stream to every player.
"""

import asyncio
import json
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle
from statistics import median, quantiles
from typing import Any, NamedTuple

from django.conf import settings
from django.core.management.base import CommandError, OutputWrapper

from accounts.models import User
from accounts.tokens.making import make_token
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.models import Game

PLAYERS = 4


def add_arguments(parser: ArgumentParser) -> None:
    """Add options."""
    parser.add_argument("--games", type=int, default=250, help="default: %(default)s")
    parser.add_argument("--rate", type=float, default=10, help="moves a second (%(default)s)")
    parser.add_argument("--seconds", type=float, default=20, help="default: %(default)s")


def run(options: dict[str, Any], stdout: OutputWrapper) -> None:
    """Measure and print."""
    games, rate = options["games"], options["rate"]
    found = measure(games=games, rate=rate, seconds=options["seconds"])
    stdout.write(
        f"{games * PLAYERS} streams, {rate:g} moves a second: heard {found.heard} times, "
        f"median {found.median:.0f} ms, 95th percentile {found.p95:.0f} ms, "
        f"worst {found.worst:.0f} ms"
    )


class Measured(NamedTuple):
    """Milliseconds from a move to its event."""

    heard: int
    median: float
    p95: float
    worst: float


class Seated(NamedTuple):
    """A player with an open stream."""

    game: str
    token: str


def start_games(games: int) -> Iterator[tuple[Game, list[User]]]:
    """Start games of four accounts each; yield each with its players.

    Raise ``CommandError`` if the database already has games.
    """
    if Game.objects.exists():
        raise CommandError("This database already has games. Use an empty one.")
    for number in range(games):
        users = [
            User.objects.create_user(f"bench {number} {seat}", password=None)
            for seat in range(PLAYERS)
        ]
        game = create_game(user=users[0], terms=Terms(players=PLAYERS, open=True))
        for user in users[1:]:
            join(game_id=game.pk, user=user)
        yield game, users


def measure(*, games: int, rate: float, seconds: float) -> Measured:
    """Make ``rate`` moves a second. Raise ``CommandError`` if there are games."""
    seated = [
        Seated(game.public_id, make_token(user=user, name="bench", scope="play").secret)
        for game, users in start_games(games)
        for user in users
    ]
    site = subprocess.Popen(
        [sys.executable, "manage.py", "serve"], cwd=settings.BASE_DIR, stdout=subprocess.PIPE
    )
    with site:
        try:
            assert site.stdout
            site.stdout.readline()
            return asyncio.run(_measure(seated, rate, seconds))
        finally:
            site.terminate()


async def _measure(seated: list[Seated], rate: float, seconds: float) -> Measured:
    sent: dict[tuple[str, int], float] = {}
    took: list[float] = []
    everybody = asyncio.Semaphore(50)
    ready: list[asyncio.Event] = [asyncio.Event() for _ in seated]
    listeners = [
        asyncio.create_task(_listen(each, everybody, at, sent, took))
        for each, at in zip(seated, ready, strict=True)
    ]
    await asyncio.gather(*(each.wait() for each in ready))
    by_game: dict[str, list[Seated]] = defaultdict(list)
    for each in seated:
        by_game[each.game].append(each)
    # Choose an orientation for one seat in every game, then for the next seat.
    turns = [(seat, number) for number in range(PLAYERS) for seat in _nth(by_game, number)]
    moves = set()
    for (player, number), _ in zip(cycle(turns), range(int(rate * seconds)), strict=False):
        sent[player.game, number + 1] = time.perf_counter()
        moves.add(asyncio.create_task(_turn_hand(player)))
        await asyncio.sleep(1 / rate)
    await asyncio.gather(*moves)
    await asyncio.sleep(2)
    for listener in listeners:
        listener.cancel()
    in_ms = [1000 * each for each in took]
    return Measured(len(took), median(in_ms), quantiles(in_ms, n=20)[-1], max(in_ms))


def _nth(by_game: dict[str, list[Seated]], number: int) -> list[Seated]:
    return [players[number] for players in by_game.values()]


def _request(method: str, player: Seated, address: str, body: str = "") -> bytes:
    return (
        f"{method} /api/v1/games/{player.game}/{address}/ HTTP/1.1\r\n"
        f"Host: localhost:{settings.PORT}\r\nAuthorization: Bearer {player.token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


async def _listen(
    player: Seated,
    everybody: asyncio.Semaphore,
    ready: asyncio.Event,
    sent: dict[tuple[str, int], float],
    took: list[float],
) -> None:
    async with everybody:
        reader, writer = await asyncio.open_connection("127.0.0.1", settings.PORT)
        writer.write(_request("GET", player, "stream"))
        while not (await reader.readline()).startswith(b"data: "):
            pass
        ready.set()
    while line := await reader.readline():
        if line.startswith(b"data: "):
            version = json.loads(line.removeprefix(b"data: "))["version"]
            if (began := sent.get((player.game, version))) is not None:
                took.append(time.perf_counter() - began)


async def _turn_hand(player: Seated) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", settings.PORT)
    body = json.dumps({"seq": 0, "type": "orient", "flip": False})
    writer.write(_request("POST", player, "moves", body))
    status = await reader.readline()
    assert b" 201 " in status, status
    writer.close()
