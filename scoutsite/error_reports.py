"""Reports of errors to a service that speaks Sentry's protocol, where an operator names one.

A report says what failed where, with the id that leads to the lines of the log, and no more: no
values of variables (they may be hands), nothing of what was sent or of who sent it, and no texts
with links, tokens or cards.
"""

from typing import Any

from scoutsite.masking import masked_all, masked_path

_KEPT = (
    *("event_id", "timestamp", "level", "platform", "logger", "transaction", "exception"),
    *("logentry", "message", "tags", "release", "environment", "sdk", "server_name", "fingerprint"),
)
"""What a report holds; all else is left out. The transaction is the pattern of the address."""


def start(dsn: str, *, site: str, **options: Any) -> None:
    """Report errors of this process to `dsn` from now on; `options` go to the library."""
    # It takes a while to load, and most sites do without.
    import sentry_sdk
    from sentry_sdk.integrations.celery import CeleryIntegration
    from sentry_sdk.integrations.dedupe import DedupeIntegration
    from sentry_sdk.integrations.django import DjangoIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration, ignore_logger

    sentry_sdk.init(
        dsn=dsn,
        environment=site,
        server_name=site,
        # What they would add is nobody's business: arguments, modules, processes, SQL, Redis.
        default_integrations=False,
        integrations=[
            DjangoIntegration(),
            CeleryIntegration(propagate_traces=False),
            LoggingIntegration(level=None),
            DedupeIntegration(),
        ],
        data_collection={
            "user_info": False,
            "cookies": {"mode": "off"},
            "http_headers": {"request": {"mode": "off"}},
            "http_bodies": [],
            "url_query_params": {"mode": "off"},
            "database_query_data": False,
            "queues": False,
            "stack_frame_variables": False,
        },
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        before_send=_without_secrets,
        **options,
    )
    # The integrations report the same errors with more to find them by.
    ignore_logger("django_structlog.middlewares.request")
    ignore_logger("django_structlog.celery.receivers")


def _without_secrets(event: Any, hint: dict[str, Any]) -> Any:
    """The report as it is sent."""
    from structlog.contextvars import get_contextvars

    kept = {name: event[name] for name in _KEPT if name in event}
    if "transaction" in kept:
        kept["transaction"] = masked_path(kept["transaction"])
    known = get_contextvars()
    ids = {name: str(known[name]) for name in ("request_id", "task_id") if name in known}
    kept["tags"] = {**(kept.get("tags") or {}), **ids}
    return masked_all(kept)
