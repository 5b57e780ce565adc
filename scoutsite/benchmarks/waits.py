"""People's waits for bots."""

import time
from statistics import median, quantiles
from typing import NamedTuple

from django.db import transaction

from accounts.guests.lifetime import new_guest
from games.bots.offered import MIDDLING
from games.bots.registry import choose_move
from games.lobby.opening import start_bot_game
from games.log.store import load
from games.models import Actor, Game, GameStatus, GameSummary, Seat, SeatSummary
from games.play.move import enter_move
from games.rules.views import view_for
from scoutsite.embedded import EmbeddedWorker

POLL_SECONDS = 0.02
GIVEN_UP_SECONDS = 60.0


class Waits(NamedTuple):
    """Seconds from a move to the same person's next decision."""

    waits: int
    median: float
    p95: float
    worst: float


def measure_waits(*, players: int, level: str, waits: int) -> Waits:
    """Raise ``RuntimeError`` if a bot does not answer."""
    spent: list[float] = []
    with EmbeddedWorker(beat=False):
        while len(spent) < waits:
            game = _against(players, level)
            _until_ours(game)
            while not load(game).over and len(spent) < waits:
                _move(game)
                start = time.perf_counter()
                _until_ours(game)
                spent.append(time.perf_counter() - start)
    return Waits(len(spent), median(spent), quantiles(spent, n=20)[-1], max(spent))


def _against(players: int, bot: str) -> Game:
    """Open a game with ``bot`` in all other seats, as often as no new table has it."""
    with transaction.atomic():
        game = start_bot_game(user=new_guest(), bots=[MIDDLING] * (players - 1))
        Seat.objects.filter(game=game).exclude(bot="").update(bot=bot)
    return game


def _move(game: Game) -> None:
    state = load(game).state
    move = choose_move("steady", view_for(state, 0), seed=0)
    enter_move(game_id=game.pk, seat=0, move=move, seq=state.seq, actor=Actor.PLAYER)


def _until_ours(game: Game) -> None:
    end = time.monotonic() + GIVEN_UP_SECONDS
    ours = SeatSummary.objects.filter(seat__game=game, seat__number=0, to_act=True)
    over = GameSummary.objects.filter(game=game).exclude(status=GameStatus.RUNNING)
    while not (ours.exists() or over.exists()):
        if time.monotonic() > end:
            raise RuntimeError("The bots did not answer within a minute.")
        time.sleep(POLL_SECONDS)
