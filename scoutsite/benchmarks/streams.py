"""How fast a move reaches open streams: a site of its own process, and listeners over the network.

It fills a database that must be empty, with accounts, tokens and games; run it on one of its own.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections import defaultdict
from itertools import cycle
from statistics import median, quantiles
from typing import NamedTuple

from django.conf import settings

from accounts.models import User
from accounts.tokens import make_token
from games.lobby.opening import Terms, create_game, join
from games.models import Game

PLAYERS = 4


class Measured(NamedTuple):
    """Milliseconds from sending a move to hearing of it."""

    heard: int
    median: float
    p95: float
    worst: float


class Seated(NamedTuple):
    """A player of a game, who has a stream open."""

    game: str
    token: str


def fill(games: int) -> list[Seated]:
    """So many games of four accounts each, their first round dealt."""
    seated = []
    for number in range(games):
        users = [
            User.objects.create_user(f"bench {number} {seat}", password=None)
            for seat in range(PLAYERS)
        ]
        game = create_game(user=users[0], terms=Terms(players=PLAYERS, open=True))
        for user in users[1:]:
            join(game_id=game.pk, user=user)
        for user in users:
            made = make_token(user=user, name="bench", scope="play")
            seated.append(Seated(game.public_id, made.secret))
    return seated


def measure(*, games: int, rate: float, seconds: float) -> Measured:
    """Serve the site, listen with every player, make ``rate`` moves a second; ``ValueError`` first.

    The database must hold no games.
    """
    if Game.objects.exists():
        raise ValueError("There are games in this database. Take an empty one.")
    seated = fill(games)
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
    # One seat of each game after the other turns its hand.
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
