"""Log lines as JSON or text, without secrets."""

import sys
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from scoutsite.masking import masked_all, masked_path

_PATHS = ("django.request", "django.security")
"""Their lines end with a URL path."""


def mask(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Processor: mask secrets."""
    if str(event.get("logger", "")).startswith(_PATHS):
        event["event"] = masked_path(str(event["event"]))
    found: EventDict = masked_all(event)
    return found


_EVERY_LINE: list[Processor] = [
    # The id of the line's request or task.
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def formatter(kind: str) -> dict[str, Any]:
    """Return a formatter for ``json`` or ``text``."""
    renderer: Processor = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if kind == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), pad_event_to=0)
    )
    return {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": _EVERY_LINE,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            # Without variables: they may be hands.
            structlog.processors.format_exc_info,
            mask,
            renderer,
        ],
    }


def configure() -> None:
    """Join structlog to Python's logging."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_EVERY_LINE,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
