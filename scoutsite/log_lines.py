"""Log lines: JSON for machines or readable for people, and nothing secret in them."""

import sys
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from scoutsite.masking import masked_all, masked_path

_PATHS = ("django.request", "django.security")
"""Loggers of Django's whose lines end with the path of an address."""


def mask(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Processor: take out what is secret; errors have become text by now."""
    if str(event.get("logger", "")).startswith(_PATHS):
        event["event"] = masked_path(str(event["event"]))
    found: EventDict = masked_all(event)
    return found


_EVERY_LINE: list[Processor] = [
    # The id of the request or task that a line belongs to.
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def formatter(kind: str) -> dict[str, Any]:
    """The formatter of lines for `logging.config`; `kind` is ``json`` or ``text``."""
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
            # Without the values of variables: they may be hands.
            structlog.processors.format_exc_info,
            mask,
            renderer,
        ],
    }


def configure() -> None:
    """Let loggers of structlog write by those of Python."""
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
