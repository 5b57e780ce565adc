"""The log, to stderr, and reports of errors to where an operator wants them."""

import logging

from scoutsite import error_reports, log_lines
from scoutsite.settings.environment import env
from scoutsite.settings.place import HTTPS, SITE_HOST

# One JSON object a line, or readable lines.
LOG_FORMAT = env.str("LOG_FORMAT", default="json" if HTTPS else "text")
log_lines.configure()

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": log_lines.formatter(LOG_FORMAT)},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Django's own handlers would say things twice, or mail them.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A page that isn't there is no event; of a page that fails the next one tells more.
        "django.request": {"level": "CRITICAL"},
        # A line for each request, on one's own machine for those that fail.
        "django_structlog": {"level": "INFO" if HTTPS else "ERROR"},
        # Celery tells of tasks that fail by itself.
        "django_structlog.celery": {"level": "CRITICAL"},
        # Says "Got shutdown from remote" whenever the embedded worker stops.
        "celery.worker.control": {"level": "ERROR"},
        "accounts": {"level": "INFO"},
        "games": {"level": "INFO"},
        "scoutsite": {"level": "INFO"},
    },
}
# Who it was is nobody's business in a log; the id of the request is enough to follow it.
DJANGO_STRUCTLOG_USER_ID_FIELD = ""
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO
# What fails is told by its error; other answers of this kind are meant.
DJANGO_STRUCTLOG_STATUS_5XX_LOG_LEVEL = logging.WARNING
# A page that is closed ends its stream: no event.
DJANGO_STRUCTLOG_REQUEST_CANCELLED_LOG_LEVEL = logging.DEBUG

# Where errors are reported to, by Sentry's protocol; empty: nowhere.
SENTRY_DSN = env.str("SENTRY_DSN", default="")
if SENTRY_DSN:
    error_reports.start(SENTRY_DSN, site=SITE_HOST)
