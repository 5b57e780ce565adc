"""Announcements after the commit.

The sweep makes up for losses.
"""

import hashlib
import logging
from collections.abc import Collection
from functools import partial

from celery import current_app
from django.conf import settings
from django.db import transaction

from games.bots.registry import thinks_long
from games.live import channel, watching
from games.live.channel import Wake
from games.models import Game

logger = logging.getLogger(__name__)

EXPIRES_SECONDS = 60
"""Wake-ups for slow bots and plans expire; a simpler bot has moved by then, or a sweep looked."""
PAUSE_VARIES = 0.4
"""By this fraction, a bot's pause varies."""


def game_changed(
    game: Game,
    wake: Wake,
    *,
    bots: Collection[str] = (),
    user_ids: Collection[int] = (),
    slower: float = 1,
) -> None:
    """After the commit, wake everyone waiting for this game.

    ``bots`` are the levels due, ``user_ids`` the seated players; ``slower`` is how many times the
    usual pause bots make while somebody looks.
    """
    assert wake.version is not None
    transaction.on_commit(partial(channel.publish, wake, user_ids), robust=True)
    if bots:
        searching = not thinks_long().isdisjoint(bots)
        ask = partial(_wake_at_the_table, game, wake.version, searching, slower)
        transaction.on_commit(ask, robust=True)


def table_changed(game: Game, user_ids: Collection[int] = ()) -> None:
    """After the commit, announce a change outside the log."""
    wake = Wake(game.public_id)
    transaction.on_commit(partial(channel.publish, wake, user_ids), robust=True)


def said(game: Game, user_ids: Collection[int]) -> None:
    """After the commit, announce a message to its readers."""
    wake = Wake(game.public_id)
    transaction.on_commit(partial(channel.publish_to_users, wake, user_ids), robust=True)


def _wake_at_the_table(game: Game, version: int, searching: bool, slower: float) -> None:
    watched = slower and watching.is_watched(game.public_id)
    pause = slower * pause_at(game.public_id, version) if watched else 0
    wake_bots(game.pk, version, searching=searching, pause=pause)


def pause_at(public_id: str, version: int) -> float:
    """Return the seconds before a bot moves in a watched game."""
    digest = hashlib.sha256(f"{public_id} {version}".encode()).digest()
    share = int.from_bytes(digest[:4]) / 2**32
    usual: float = settings.BOT_PAUSE_SECONDS
    return usual * (1 + PAUSE_VARIES * (2 * share - 1))


def wake_bots(
    game_id: int, version: int, *, searching: bool = False, simply: bool = False, pause: float = 0
) -> None:
    """Ask a worker for the bot moves due at ``version``.

    ``searching``: one of them thinks long; ``simply``: simpler bots move instead. A broker failure
    is only logged: the sweep asks again.
    """
    apart = searching and not simply
    try:
        current_app.send_task(
            "games.play_experts" if apart else "games.play_bots",
            args=[game_id, version, simply],
            countdown=pause,
            expires=EXPIRES_SECONDS if apart else None,
        )
    # Whatever the broker's client raises: the move has already been made.
    except Exception as error:
        logger.warning("Could not wake a worker for game %s", game_id, exc_info=error)


def wake_plan(seat_id: int, seconds: float) -> None:
    """Ask a worker to play a seat's plan in ``seconds``; the sweep asks again if that is lost."""
    try:
        current_app.send_task(
            "games.play_plan", args=[seat_id], countdown=seconds, expires=EXPIRES_SECONDS
        )
    # Whatever the broker's client raises: there is another sweep.
    except Exception as error:
        logger.warning("Could not wake a worker", exc_info=error)


def wake_judge() -> None:
    """Ask for the grades of tries at a day's deal; the sweep asks again if that is lost."""
    try:
        current_app.send_task("games.judge_tries", expires=EXPIRES_SECONDS)
    # Whatever the broker's client raises: the result has been written.
    except Exception as error:
        logger.warning("Could not wake a worker", exc_info=error)
