"""How many tasks wait for workers."""

from typing import Any

from celery import current_app
from django.conf import settings
from kombu.exceptions import ChannelError


def waiting_tasks() -> dict[str, int]:
    """Return the number of waiting tasks by queue.

    Raise ``redis.RedisError`` or kombu's ``OperationalError`` if the broker is away.
    """
    with current_app.connection_for_read() as connection:
        channel: Any = connection.default_channel
        waiting = {}
        for queue in settings.CELERY_TASK_QUEUES:
            try:
                found = channel.queue_declare(queue=queue.name, passive=True)
            # Redis keeps no empty queues.
            except ChannelError:
                waiting[queue.name] = 0
            else:
                waiting[queue.name] = found.message_count
        return waiting
