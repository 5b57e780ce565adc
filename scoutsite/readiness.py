"""Whether the site's parts work: for `/readyz`, Prometheus and the page about operations.

The sentences name no figure, host or path: anybody may read them.
"""

import logging
from datetime import timedelta
from typing import NamedTuple

import redis
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from kombu.exceptions import OperationalError as BrokerError

from games.upkeep.operations import overdue_mails
from scoutsite import heartbeat
from scoutsite.disks import LEAST_FREE, disks
from scoutsite.heartbeat import Part
from scoutsite.queues import waiting_tasks

logger = logging.getLogger(__name__)

OK = "ok"
FAILED, LATE, LONG, FULL, UNKNOWN = "failed", "late", "long", "full", "unknown"
PATIENCE_WITH_MAILS = timedelta(minutes=15)
"""Emails that are due for longer mean that none goes out."""
MOST_WAITING = 1000
"""Tasks in one queue; without a worker it gets as long as this in about ten minutes."""

NAMES: dict[Part, Promise] = {
    Part.PAGES: gettext_lazy("the pages"),
    Part.STREAMS: gettext_lazy("the streams"),
    Part.WORKER: gettext_lazy("the worker"),
    Part.EXPERTS: gettext_lazy("the experts’ worker"),
    Part.SENDERS: gettext_lazy("the senders"),
    Part.REVIEWS: gettext_lazy("the reviews’ worker"),
    Part.SCHEDULER: gettext_lazy("the scheduler"),
}
"""What sentences call the parts."""


class Check(NamedTuple):
    """A check's state, and a sentence about it."""

    state: str
    sentence: str

    @property
    def ok(self) -> bool:
        """Whether all is well with it."""
        return self.state == OK


def checks() -> dict[str, Check]:
    """Return all checks by name."""
    database, broker = _database(), _redis()
    found = {"database": database, "redis": broker}
    found |= _parts(known=broker.ok)
    found["mail"] = _mail() if database.ok else _unknown()
    found["queues"] = _queues() if broker.ok else _unknown()
    found["disk"] = _disk()
    return found


def _unknown() -> Check:
    return Check(UNKNOWN, _("Nobody knows until the rest works."))


def _database() -> Check:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        logger.warning("Not ready: the database is down", exc_info=error)
        return Check(FAILED, _("The database does not answer."))
    return Check(OK, _("The database answers."))


def _redis() -> Check:
    if not settings.REDIS_URL:
        return Check(OK, _("This site runs without Redis."))
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=2
        ) as server:
            server.ping()
    except redis.RedisError as error:
        logger.warning("Not ready: Redis is down", exc_info=error)
        return Check(FAILED, _("Redis does not answer."))
    return Check(OK, _("Redis answers."))


def _parts(*, known: bool) -> dict[str, Check]:
    try:
        late = {part: heartbeat.is_late(part) for part in Part} if known else None
    except redis.RedisError as error:
        logger.warning("Not ready: Redis is down", exc_info=error)
        late = None
    if late is None:
        return {part.value: _unknown() for part in Part}
    return {part.value: _part(part, late) for part in Part}


def _part(part: Part, late: dict[Part, bool]) -> Check:
    name = NAMES[part]
    if part is Part.WORKER and late[part] and late[Part.SCHEDULER]:
        # It beats only when the scheduler tells it to.
        return Check(UNKNOWN, _("Nobody asks the worker: look at the scheduler first."))
    if late[part]:
        return Check(LATE, _("No sign of life of {part} for a minute.").format(part=name))
    return Check(OK, _("There are signs of life of {part}.").format(part=name))


def _mail() -> Check:
    now = timezone.now()
    try:
        since = overdue_mails(now=now).since
    except DatabaseError as error:
        logger.warning("Not ready: the database can't be read", exc_info=error)
        return _unknown()
    if since is not None and since < now - PATIENCE_WITH_MAILS:
        return Check(LATE, _("Emails have waited for more than a quarter of an hour."))
    return Check(OK, _("No email has waited for long."))


def _queues() -> Check:
    try:
        longest = max(waiting_tasks().values())
    except (redis.RedisError, BrokerError) as error:
        logger.warning("Not ready: the queues can't be read", exc_info=error)
        return _unknown()
    if longest > MOST_WAITING:
        return Check(LONG, _("More tasks wait than workers can do."))
    return Check(OK, _("Few tasks wait for workers."))


def _disk() -> Check:
    if any(disk.free < LEAST_FREE for disk in disks()):
        return Check(FULL, _("A disk is almost full."))
    return Check(OK, _("The disks have room."))
