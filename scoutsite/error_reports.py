"""Error reports by Sentry's protocol.

They carry no variables (which may be hands), request or user data, links, tokens or cards.
"""

from typing import Any

from scoutsite.masking import masked_all, masked_path

_KEPT = (
    *("event_id", "timestamp", "level", "platform", "logger", "transaction", "exception"),
    *("logentry", "message", "tags", "release", "environment", "sdk", "server_name", "fingerprint"),
)
"""A report's only fields."""


def start(dsn: str, *, site: str, **options: Any) -> None:
    """Start reporting; `options` are Sentry's."""
    # Slow to import, and most sites don't use it.
    import sentry_sdk
    from sentry_sdk.integrations.celery import CeleryIntegration
    from sentry_sdk.integrations.dedupe import DedupeIntegration
    from sentry_sdk.integrations.django import DjangoIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration, ignore_logger

    sentry_sdk.init(
        dsn=dsn,
        environment=site,
        server_name=site,
        # These would add private data: arguments, modules, processes, SQL, Redis.
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
    # The integrations report the same errors in more detail.
    ignore_logger("django_structlog.middlewares.request")
    ignore_logger("django_structlog.celery.receivers")


def _without_secrets(event: Any, hint: dict[str, Any]) -> Any:
    from structlog.contextvars import get_contextvars

    kept = {name: event[name] for name in _KEPT if name in event}
    if "transaction" in kept:
        kept["transaction"] = masked_path(kept["transaction"])
    known = get_contextvars()
    ids = {name: str(known[name]) for name in ("request_id", "task_id") if name in known}
    kept["tags"] = {**(kept.get("tags") or {}), **ids}
    return masked_all(kept)
