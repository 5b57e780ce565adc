"""Background tasks, each rechecking that it is still needed."""

import logging
import time
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from itertools import chain

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from games.deals.daily.dealing import draw_ahead
from games.deals.daily.judging import judge_tries
from games.fairness import promises
from games.live import announce
from games.lobby import hours
from games.log.now import database_now
from games.notices.rows import remove_old
from games.order.after.numbers import count_months
from games.order.cases.telling import tell_moderators
from games.order.mails import send_notices
from games.order.signs.banned_addresses import forget_old_addresses
from games.order.signs.marks import forget_old_marks
from games.order.signs.working import work_out_signs
from games.people import idempotency
from games.play import bots, clock, ending
from games.play.plans import playing
from games.play.rewinding import asking
from games.play.sweeping import turns
from games.play.sweeping.outages import patient
from games.play.watchers import forget_late_watchers
from games.practice import making
from games.results import ratings
from games.review.asking import wake_reviewer
from games.review.working import left_alone, work_out
from games.telling import posting, withdrawing
from games.telling import sending as mailing
from games.upkeep import packing, recounting
from games.witness.making import make_due

logger = logging.getLogger(__name__)

_RATING_SECONDS = 8
_SIGNS_SECONDS = 20
_PACKING_SECONDS = 20


@shared_task(name="games.play_bots")
def play_bots(game_id: int, version: int, simply: bool = False) -> None:
    """Make the bot moves due at ``version``."""
    bots.play_bots(game_id=game_id, version=version, simply=simply)


# In a queue of its own. Each move has its own limit within the process, which ends itself if a
# bot runs far beyond it; the limit of tasks ends a process that can't even do that. In a worker of
# threads, such as the embedded one, it has no effect.
@shared_task(name="games.play_experts")
def play_experts(game_id: int, version: int, simply: bool = False) -> None:
    """Make bot moves from the bots' own queue."""
    bots.play_bots(game_id=game_id, version=version, simply=simply)


@shared_task(name="games.sweep")
def sweep() -> None:
    """Wake bots whose message got lost.

    After an outage no simpler bot moves for one that takes its time: it had none.
    """
    now = timezone.now()
    overdue = bots.overdue_games(now=now)
    held_up = bool(overdue) and turns.is_just_back(now)
    for due in overdue:
        simply = due.given_up and not held_up
        announce.wake_bots(due.game_id, due.version, searching=due.searching, simply=simply)


@shared_task(name="games.go_on")
def go_on() -> None:
    """Play what bots and plans are due, here: nobody can be woken.

    Not scheduled: it is for times when no worker can be asked.
    """
    now = timezone.now()
    for overdue in bots.overdue_games(now=now):
        try:
            bots.play_bots(game_id=overdue.game_id, version=overdue.version)
        except SoftTimeLimitExceeded:
            raise
        # One unreadable game must not hold up all others.
        except Exception:
            logger.exception("Bots could not move in game %s", overdue.game_id)
    if abs(now - database_now()) <= turns.SKEW:
        for due in playing.look_at_plans(now=now):
            if not due.seconds:
                play_plan(due.seat_id)


@shared_task(name="games.play_plans")
def play_plans() -> None:
    """Look at the plans whose turn has come, and ask for what is due before the next look."""
    now = timezone.now()
    # By a clock that is wrong a holiday would be over; the look at the clocks logs it.
    if abs(now - database_now()) > turns.SKEW:
        return
    for due in playing.look_at_plans(now=now):
        announce.wake_plan(due.seat_id, due.seconds)


@shared_task(name="games.play_plan")
def play_plan(seat_id: int) -> None:
    """Play a plan that is due."""
    try:
        playing.play_plan(seat_id=seat_id)
    # The line says of no game that there was a plan.
    except Exception:
        logger.exception("A plan could not be played")


@shared_task(name="games.expire")
def expire() -> None:
    """Play timed-out turns."""
    now = database_now()
    _each(turns.turns_to_take(now=now), partial(clock.expire, now=now))


@shared_task(name="games.start_due")
def start_due() -> None:
    """Begin games whose hour has come, and tell of those whose hour is near."""
    now = database_now()
    _each(hours.games_soon(now=now), partial(hours.tell_soon, now=now))
    _each(hours.games_due(now=now), partial(hours.start_due, now=now))


@shared_task(name="games.void_abandoned")
def void_abandoned() -> None:
    """End abandoned games."""
    if now := _patiently():
        _each(clock.abandoned_games(now=now), partial(clock.void_abandoned, now=now))


@shared_task(name="games.end_unanswered")
def end_unanswered() -> None:
    """End games whose offer to end went unanswered."""
    if now := _patiently():
        _each(ending.offered_games(now=now), partial(ending.end_unanswered, now=now))


@shared_task(name="games.lapse_rewinds")
def lapse_rewinds() -> None:
    """Let games go on whose table was asked to take moves back, and didn't agree."""
    if now := _patiently():
        _each(asking.games_to_lapse(now=now), partial(asking.lapse, now=now))


def _patiently() -> datetime | None:
    now = database_now()
    return patient(now) if turns.note_look(now) else None


def _each(game_ids: Iterable[int], act: Callable[..., object]) -> None:
    for game_id in game_ids:
        try:
            act(game_id=game_id)
        except SoftTimeLimitExceeded:
            raise
        # One unreadable game must not hold up all others.
        except Exception:
            logger.exception("The clock failed in game %s", game_id)


@shared_task(name="games.rate_again")
def rate_again() -> None:
    """Count games anew if an update asks for it, and redo due ratings, for a few seconds."""
    until = time.monotonic() + _RATING_SECONDS
    for _game in chain(recounting.recount(), ratings.work_off()):
        if time.monotonic() > until:
            break


# In a queue of its own: nobody's move or email waits for a review.
@shared_task(name="games.review", soft_time_limit=240, time_limit=300)
def review(review_id: int) -> None:
    """Work out a review."""
    work_out(review_id)


@shared_task(name="games.draw_deals")
def draw_deals() -> None:
    """Draw the deals of today and tomorrow, which the expert plays at once."""
    draw_ahead(now=timezone.now())


# In the reviews' queue: nobody waits for it, and the first day of a large site takes minutes.
@shared_task(name="games.witness", soft_time_limit=1500, time_limit=1800)
def witness() -> None:
    """Write the roots of days that are over."""
    for day in make_due(now=timezone.now()):
        logger.info("The logs have a witness of %s", day)


# Nobody waits for it.
@shared_task(name="games.pack_logs", soft_time_limit=240, time_limit=300)
def pack_logs() -> None:
    """Go on packing the logs of games that ended long ago, for some seconds."""
    until = time.monotonic() + _PACKING_SECONDS
    for _packed in packing.pack_due(now=timezone.now(), retry=False):
        if time.monotonic() > until:
            break


@shared_task(name="games.judge_tries")
def judge() -> None:
    """Judge tries at the deal of the day, in the experts' queue: reviews may take long."""
    judge_tries(now=timezone.now())


# Nobody waits for it either.
@shared_task(name="games.work_out_signs", soft_time_limit=240, time_limit=300)
def go_on_with_signs() -> None:
    """Go on working out signs of unfair play, for some seconds."""
    work_out_signs(now=timezone.now(), seconds=_SIGNS_SECONDS)


@shared_task(name="games.sweep_reviews")
def sweep_reviews() -> None:
    """Ask again for reviews whose message or worker got lost."""
    for review_id in left_alone(now=timezone.now()):
        wake_reviewer(review_id)


# In the same queue: it judges, too, and nobody waits for it.
@shared_task(name="games.make_practice", soft_time_limit=240, time_limit=300)
def make_practice() -> None:
    """Make positions to practise from reviews of games that have been over for 30 days."""
    making.make_positions(now=timezone.now())


# A mail server may be slow, and an email being sent must not be cut off.
@shared_task(name="games.send_mails", soft_time_limit=180, time_limit=240)
def send_mails() -> None:
    """Send due emails."""
    mailing.send_due()
    send_notices()
    tell_moderators()


# Other servers may be slow too; each attempt has its own limit.
@shared_task(name="games.send_pushes", soft_time_limit=120, time_limit=150)
def send_pushes() -> None:
    """Send due pushes and hooks; take back notifications whose reason is gone."""
    posting.post_due()
    withdrawing.withdraw_gone()


@shared_task(name="games.count_months", soft_time_limit=240, time_limit=300)
def count_moderation() -> None:
    """Count this month's reports and acts, and once more those of a month that is over."""
    count_months()


@shared_task(name="games.remove_old_notices", soft_time_limit=240, time_limit=300)
def remove_old_notices() -> None:
    """Delete old notices, and finished games' watchers."""
    forget_late_watchers()
    removed = remove_old(now=timezone.now())
    if removed:
        logger.info("Removed %s old notices", removed)


@shared_task(name="games.forget_old_keys", soft_time_limit=240, time_limit=300)
def forget_old_keys() -> None:
    """Delete old idempotency keys, and promises of deals that can't be named any more."""
    idempotency.forget_old(now=timezone.now())
    promises.forget_old(now=timezone.now())


@shared_task(name="games.forget_old_marks", soft_time_limit=240, time_limit=300)
def forget_marks() -> None:
    """Delete old marks, and addresses of accounts banned long ago."""
    forget_old_marks(now=timezone.now())
    forget_old_addresses(now=timezone.now())
