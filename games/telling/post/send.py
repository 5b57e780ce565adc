"""Deliver one message to one destination."""

import logging

from django.conf import settings

from games.models import Destination, HookForm, Way
from games.telling.post import hooks, push
from games.telling.post.errors import DeliveryError, FailedError, GoneError
from games.telling.post.message import Message
from games.telling.post.posting import LIMIT, post

logger = logging.getLogger(__name__)

_GONE = 410
_MISSING = 404


SIDE_BY_SIDE = 16
"""Attempts at once: one after another, a few that never answer would hold up everything else."""


def attempt(
    destination: Destination, message: Message, *, seconds: float = LIMIT
) -> DeliveryError | None:
    """Deliver in a thread of its own, which asks no database; return what went wrong."""
    try:
        deliver(destination, message, seconds=seconds)
    except DeliveryError as error:
        return error
    # One that can't be sent must not hold up all others.
    except Exception as error:
        logger.exception("A message to user %s could not be sent", destination.user_id)
        return FailedError(type(error).__name__)
    return None


def deliver(destination: Destination, message: Message, *, seconds: float = LIMIT) -> None:
    """Send ``message`` to ``destination``, in ``seconds`` at most; nothing is written or retried.

    Hooks can't take anything back: a message that withdraws is not sent to them. Raise
    ``GoneError`` if the destination no longer exists, ``FailedError`` if the message wasn't taken.
    """
    is_push = destination.way == Way.PUSH
    if message.withdraw and not is_push:
        return
    make = push.request_for if is_push else hooks.request_for
    body, headers = make(destination, message)
    headers["User-Agent"] = f"Next-Act (+{settings.SITE_URL})"
    answer = post(destination.address, body, headers, seconds=seconds)
    if 200 <= answer.status < 300:
        return
    reason = f"status {answer.status}"
    # Discord has no other word for a webhook that somebody deleted.
    says_missing = is_push or destination.form == HookForm.DISCORD
    if answer.status == _GONE or (answer.status == _MISSING and says_missing):
        raise GoneError(reason, status=answer.status)
    raise FailedError(reason, status=answer.status, retry_after=answer.retry_after)
