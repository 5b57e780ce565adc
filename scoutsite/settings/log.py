"""The log, error reports and traces."""

import logging

from scoutsite import error_reports, log_lines, tracing
from scoutsite.settings.environment import env
from scoutsite.settings.place import HTTPS, SITE_HOST

# JSON, one object per line, or readable text.
LOG_FORMAT = env.str("LOG_FORMAT", default="json" if HTTPS else "text")
log_lines.configure()

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": log_lines.formatter(LOG_FORMAT)},
    "filters": {"outages": {"()": "scoutsite.outage_lines.OnceAMinute"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["outages"],
        },
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        # Django's own handlers would repeat lines, or email them.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # Missing pages don't matter here, and the next logger says more about failing ones.
        "django.request": {"level": "CRITICAL"},
        # A line for each request; on a local site only for failures.
        "django_structlog": {"level": "INFO" if HTTPS else "ERROR"},
        # Celery itself logs failing tasks.
        "django_structlog.celery": {"level": "CRITICAL"},
        # Logs "Got shutdown from remote" whenever the embedded worker stops.
        "celery.worker.control": {"level": "ERROR"},
        "accounts": {"level": "INFO"},
        "games": {"level": "INFO"},
        "scoutsite": {"level": "INFO"},
    },
}
# No user ids or IP addresses: a request's id is enough to follow it.
DJANGO_STRUCTLOG_USER_ID_FIELD = ""
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_STATUS_START_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO
# Failures are logged as errors; other 5xx responses are intended.
DJANGO_STRUCTLOG_STATUS_5XX_LOG_LEVEL = logging.WARNING
# Closing a page ends its stream, which is normal.
DJANGO_STRUCTLOG_REQUEST_CANCELLED_LOG_LEVEL = logging.DEBUG

# Where to report errors, by Sentry's protocol; empty for nowhere.
SENTRY_DSN = env.str("SENTRY_DSN", default="")
if SENTRY_DSN:
    error_reports.start(SENTRY_DSN, site=SITE_HOST)

# Where to send traces, by OpenTelemetry's protocol over HTTP; empty for nowhere. Its library reads
# this variable and its others itself.
OTEL_EXPORTER_OTLP_ENDPOINT = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", default="")
if OTEL_EXPORTER_OTLP_ENDPOINT:
    tracing.start(site=SITE_HOST)
