"""What workers do for games. Every task looks again whether its reason still holds."""

import logging
import time

from celery import shared_task
from django.utils import timezone

from games.live import announce
from games.notices import schedule as notices
from games.order.mails import send_notices
from games.people import idempotency
from games.play import bots, clock
from games.play.watchers import forget_late_watchers
from games.results import ratings
from games.telling import sending as mailing

logger = logging.getLogger(__name__)

_RATING_SECONDS = 8
"""So long ratings are made again at a time."""


@shared_task(name="games.play_bots")
def play_bots(game_id: int, version: int, simply: bool = False) -> None:
    """Make the moves of the bots that a game waits for at ``version``, ``simply`` if need be."""
    bots.play_bots(game_id=game_id, version=version, simply=simply)


# In a queue of its own. Every move has its limit, within the process, which ends when a bot goes on
# after it for long; this one ends a process that can't even do that. In a worker of threads, as in
# the embedded one, it does nothing.
@shared_task(name="games.play_experts", soft_time_limit=25, time_limit=30)
def play_experts(game_id: int, version: int, simply: bool = False) -> None:
    """As ``play_bots``, where one of the bots has a queue of its own."""
    bots.play_bots(game_id=game_id, version=version, simply=simply)


@shared_task(name="games.sweep")
def sweep() -> None:
    """Wake the bots whose message got lost; runs every few seconds."""
    for due in bots.overdue_games(now=timezone.now()):
        announce.wake_bots(due.game_id, due.version, searching=due.searching, simply=due.given_up)


@shared_task(name="games.expire")
def expire() -> None:
    """Take the turns whose time is over; runs every few seconds."""
    for game_id in clock.due_games(now=timezone.now()):
        try:
            clock.expire(game_id=game_id)
        # One game that can't be read must not hold up the clocks of all others.
        except Exception:
            logger.exception("The clock failed in game %s", game_id)


@shared_task(name="games.void_abandoned")
def void_abandoned() -> None:
    """End the games to which nobody came back; runs once an hour."""
    now = timezone.now()
    for game_id in clock.abandoned_games(now=now):
        clock.void_abandoned(game_id=game_id, now=now)


@shared_task(name="games.rate_again")
def rate_again() -> None:
    """Make ratings again that are due, for some seconds; runs as often as that."""
    until = time.monotonic() + _RATING_SECONDS
    for _game in ratings.work_off():
        if time.monotonic() > until:
            break


# A mail server may be slow: a mail that is on its way is not to be cut off.
@shared_task(name="games.send_mails", soft_time_limit=180, time_limit=240)
def send_mails() -> None:
    """Send the mails about games that are due; runs every few seconds."""
    mailing.send_due()
    send_notices()


@shared_task(name="games.remove_old_notices")
def remove_old_notices() -> None:
    """Forget what people were told long ago, and who watched games that are over; once a day."""
    forget_late_watchers()
    removed = notices.remove_old(now=timezone.now())
    if removed:
        logger.info("%s old notices were removed", removed)


@shared_task(name="games.forget_old_keys")
def forget_old_keys() -> None:
    """Forget what programs named their requests days ago; runs once a day."""
    idempotency.forget_old(now=timezone.now())
