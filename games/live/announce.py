"""After the commit: tell those who wait that a game has changed, and nothing else.

An announcement carries a game and a version, never what happened. It is a wake-up: whoever gets it
looks for themselves, and what a lost one would have started is found by the sweep.
"""

import hashlib
import logging
from collections.abc import Collection
from functools import partial

from celery import current_app
from django.conf import settings
from django.db import transaction

from games.live import channel, watching
from games.live.channel import Hint
from games.models import Game

logger = logging.getLogger(__name__)

SEARCHING = frozenset({"expert"})
"""Levels of bots with a queue of their own: however long one thinks, it holds up no mail."""
EXPIRES_SECONDS = 60
"""After that long a wake-up to them is dropped: by then a simpler bot has moved for them."""
PAUSE_VARIES = 0.4
"""By which part a bot's pause may be shorter or longer: nobody takes the same time every time."""


def game_changed(
    game: Game, version: int, *, bots: Collection[str] = (), user_ids: Collection[int] = ()
) -> None:
    """Once the current transaction is committed, wake whoever waits for this game.

    ``bots`` are the levels of the bots that are to act; they pause if somebody is watching.
    ``user_ids`` are those who sit there: their lists change wherever they have a page open.
    """
    hint = Hint(game.public_id, version)
    transaction.on_commit(partial(channel.publish, hint, user_ids), robust=True)
    if bots:
        wake = partial(_wake_at_the_table, game, version, not SEARCHING.isdisjoint(bots))
        transaction.on_commit(wake, robust=True)


def table_changed(game: Game, user_ids: Collection[int] = ()) -> None:
    """Once the current transaction is committed, say that something beside the log changed."""
    hint = Hint(game.public_id, None)
    transaction.on_commit(partial(channel.publish, hint, user_ids), robust=True)


def said(game: Game, user_ids: Collection[int]) -> None:
    """Once the current transaction is committed, tell those who may read it of a message."""
    hint = Hint(game.public_id, None)
    transaction.on_commit(partial(channel.publish_to_users, hint, user_ids), robust=True)


def _wake_at_the_table(game: Game, version: int, searching: bool) -> None:
    pause = pause_at(game.public_id, version) if watching.is_watched(game.public_id) else 0
    wake_bots(game.pk, version, searching=searching, pause=pause)


def pause_at(public_id: str, version: int) -> float:
    """How many seconds a bot waits before it moves in a game at ``version``, if it is watched."""
    digest = hashlib.sha256(f"{public_id} {version}".encode()).digest()
    share = int.from_bytes(digest[:4]) / 2**32
    usual: float = settings.BOT_PAUSE_SECONDS
    return usual * (1 + PAUSE_VARIES * (2 * share - 1))


def wake_bots(
    game_id: int, version: int, *, searching: bool = False, simply: bool = False, pause: float = 0
) -> None:
    """Ask a worker to make the bots' moves that a game waits for at ``version``.

    ``searching`` is whether one of them is of a level in ``SEARCHING``, ``simply`` whether simpler
    bots shall move in their place, ``pause`` is in seconds. Wake-ups of those levels expire, so
    that they don't pile up while nobody takes from their queue. A broker that is away is logged
    and no error: the sweep asks again.
    """
    apart = searching and not simply
    try:
        current_app.send_task(
            "games.play_experts" if apart else "games.play_bots",
            args=[game_id, version, simply],
            countdown=pause,
            expires=EXPIRES_SECONDS if apart else None,
        )
    # Whatever the broker's client raises: the move is made already.
    except Exception as error:  # noqa: BLE001
        logger.warning("No worker could be woken for game %s: %s", game_id, error)
