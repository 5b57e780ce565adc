"""Cache, broker and background tasks."""

import socket
from datetime import timedelta
from typing import Any

import redis
from celery.schedules import crontab
from kombu import Queue
from redis.backoff import NoBackoff
from redis.retry import Retry

from scoutsite import guarded_redis
from scoutsite.settings.environment import env

REDIS_URL = env.str("REDIS_URL", default="")
_on_a_socket = REDIS_URL.startswith("unix://")
_by_network = bool(REDIS_URL) and not _on_a_socket
# Of a machine that was switched off nobody hears.
_waits: dict[str, Any] = {"socket_connect_timeout": 2, "socket_timeout": 2}
if _by_network:
    _waits["socket_keepalive"] = True
    _waits["socket_keepalive_options"] = {
        socket.TCP_KEEPIDLE: 5,
        socket.TCP_KEEPINTVL: 1,
        socket.TCP_KEEPCNT: 3,
        socket.TCP_USER_TIMEOUT: 3000,
    }
REDIS_OPTIONS: dict[str, Any] = {
    **_waits,
    # One that was kept while Redis was away is found broken when it is used.
    "retry": Retry(NoBackoff(), 1, (redis.ConnectionError,)),
    **({"connection_class": guarded_redis.Connection} if _by_network else {}),
}
"""Of all connections but the queue's."""

CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            # Sites that pickled have values under the first version's keys.
            "VERSION": 2,
            "OPTIONS": {
                "serializer": "scoutsite.cache_values.JSONValues",
                **REDIS_OPTIONS,
            },
        }
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

# Celery has names of its own for Redis's socket and for a database there.
_socket = REDIS_URL.removeprefix("unix://").replace("?db=", "?virtual_host=")
CELERY_BROKER_URL = (
    f"redis+socket://{_socket}" if _on_a_socket else REDIS_URL or "memory://localhost"
)
if _by_network:
    CELERY_BROKER_TRANSPORT = "scoutsite.guarded_redis:Transport"
# Workers wait on it for a second at a time.
CELERY_BROKER_TRANSPORT_OPTIONS = _waits if REDIS_URL else {"polling_interval": 0.1}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TIMEZONE = "UTC"
CELERY_TASK_IGNORE_RESULT = True
# A message is only a wake-up, so losing or repeating one does no harm.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A broker that is down must not delay moves; the sweep finds the work later.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1}
# Experts have their own queue, so that their thinking holds up nothing else, and so has what waits
# for the servers of others: the clocks must not. Reviews share theirs with whatever else takes long
# and is in no hurry. Workers use all queues by default.
CELERY_TASK_QUEUES = (Queue("celery"), Queue("experts"), Queue("senders"), Queue("reviews"))
# Tasks that delete old data, every night. The embedded scheduler forgets when it last ran them, so
# there they run every hour.
CLEANINGS = (
    "accounts.remove_idle_guests",
    "games.forget_old_keys",
    "games.forget_old_marks",
    "games.remove_old_notices",
)
CELERY_TASK_ROUTES: dict[str, dict[str, str]] = {
    "games.play_experts": {"queue": "experts"},
    "games.send_mails": {"queue": "senders"},
    "games.send_pushes": {"queue": "senders"},
    "games.review": {"queue": "reviews"},
    "games.make_practice": {"queue": "reviews"},
    "games.draw_deals": {"queue": "experts"},
    "games.judge_tries": {"queue": "experts"},
    "games.witness": {"queue": "reviews"},
    "games.pack_logs": {"queue": "reviews"},
    "games.work_out_signs": {"queue": "reviews"},
    "games.count_months": {"queue": "reviews"},
    **{cleaning: {"queue": "reviews"} for cleaning in CLEANINGS},
}
CELERY_TASK_SOFT_TIME_LIMIT = 25
# Whatever hangs is over before a game has stood still for a minute.
CELERY_TASK_TIME_LIMIT = 30
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# In memory: the schedule below is all it needs.
CELERY_BEAT_SCHEDULER = "scoutsite.heartbeat:BeatingScheduler"
_CLEANING_TIME = crontab(hour="4", minute="10") if REDIS_URL else timedelta(hours=1)
# What the scheduler does itself while the queue is away; a slow mail server holds up no game.
STAND_INS = (
    ("games.go_on", "games.expire", "games.start_due"),
    ("games.send_mails", "games.send_pushes"),
)
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "scoutsite.heartbeat": {
        "task": "scoutsite.heartbeat",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 60},
    },
    # Due work is in the database; a sweep finds what lost messages or killed workers left.
    "games.sweep": {
        "task": "games.sweep",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 5},
    },
    "games.expire": {
        "task": "games.expire",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 5},
    },
    "games.play_plans": {
        "task": "games.play_plans",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 5},
    },
    "games.start_due": {
        "task": "games.start_due",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 5},
    },
    "games.rate_again": {
        "task": "games.rate_again",
        "schedule": timedelta(seconds=10),
        "options": {"expires": 10},
    },
    "games.send_mails": {
        "task": "games.send_mails",
        "schedule": timedelta(seconds=10),
        "options": {"expires": 10},
    },
    "games.send_pushes": {
        "task": "games.send_pushes",
        "schedule": timedelta(seconds=10),
        "options": {"expires": 10},
    },
    "games.sweep_reviews": {
        "task": "games.sweep_reviews",
        "schedule": timedelta(seconds=30),
        "options": {"expires": 30},
    },
    "games.make_practice": {
        "task": "games.make_practice",
        "schedule": timedelta(minutes=10),
        "options": {"expires": 600},
    },
    # A pass a day over all who were here lately, some at a time.
    "games.work_out_signs": {
        "task": "games.work_out_signs",
        "schedule": timedelta(minutes=10),
        "options": {"expires": 600},
    },
    # Some at a time: a busy site ends thousands of games a day.
    "games.pack_logs": {
        "task": "games.pack_logs",
        "schedule": timedelta(minutes=10),
        "options": {"expires": 600},
    },
    "games.draw_deals": {
        "task": "games.draw_deals",
        "schedule": timedelta(minutes=5),
        "options": {"expires": 300},
    },
    # It looks for days without a root, so none is missed if nobody worked at midnight.
    "games.witness": {
        "task": "games.witness",
        "schedule": timedelta(minutes=5),
        "options": {"expires": 300},
    },
    "games.judge_tries": {
        "task": "games.judge_tries",
        "schedule": timedelta(seconds=5),
        "options": {"expires": 5},
    },
    "games.end_unanswered": {
        "task": "games.end_unanswered",
        "schedule": timedelta(hours=1),
        "options": {"expires": 600},
    },
    "games.lapse_rewinds": {
        "task": "games.lapse_rewinds",
        "schedule": timedelta(minutes=1),
        "options": {"expires": 60},
    },
    "games.count_months": {
        "task": "games.count_months",
        "schedule": timedelta(hours=1),
        "options": {"expires": 3600},
    },
    "games.void_abandoned": {
        "task": "games.void_abandoned",
        "schedule": timedelta(hours=1),
        "options": {"expires": 600},
    },
    **{
        name: {"task": name, "schedule": _CLEANING_TIME, "options": {"expires": 3600}}
        for name in CLEANINGS
    },
}
