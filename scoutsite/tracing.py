"""Traces by OpenTelemetry, for sites whose settings name a collector.

The usual instrumentations record addresses, queries and arguments, which may be secrets or hands. A
span here has what is written in this module and nothing else: names, kinds and statements without
values. What is done for a plan has none.
"""

import re
from collections.abc import Callable
from typing import Any

from celery import Task
from celery.signals import before_task_publish, task_postrun, task_prerun
from django.core.exceptions import ImproperlyConfigured, MiddlewareNotUsed
from django.db.backends.signals import connection_created
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from scoutsite.metrics.requests import METHODS, route_of
from scoutsite.metrics.tasks import OF_A_PLAN
from scoutsite.request_lines import is_about_a_plan

_LITERAL = re.compile(r"'(?:[^']|'')*'")
_LONGEST = 2000
"""Letters of a statement."""

Answer = Callable[[HttpRequest], HttpResponseBase]

_OURS = "scoutsite.tracing"
_tracer: Any = None


def start(*, site: str) -> None:
    """Send spans of requests, queries and tasks to the collector in the environment.

    Raise ``ImproperlyConfigured`` if OpenTelemetry is not installed.
    """
    try:
        # Slow to import, and most sites don't use it.
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise ImproperlyConfigured(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but OpenTelemetry is missing: run make traces."
        ) from error
    resource = Resource.create({"service.name": "next-act", "deployment.environment.name": site})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace_to(provider)


def trace_to(provider: Any) -> None:
    """Begin to make spans, of a provider of OpenTelemetry."""
    global _tracer
    _tracer = provider.get_tracer("scoutsite")
    connection_created.connect(_trace_queries, dispatch_uid=_OURS)
    before_task_publish.connect(_name_cause, dispatch_uid=_OURS)
    task_prerun.connect(_begin_task, dispatch_uid=_OURS)
    task_postrun.connect(_end_task, dispatch_uid=_OURS)


def stop() -> None:
    """Make no more spans."""
    global _tracer
    _tracer = None
    for signal in (connection_created, before_task_publish, task_prerun, task_postrun):
        signal.disconnect(dispatch_uid=_OURS)


def trace_requests(get_response: Answer) -> Answer:
    """Middleware: a span for each request."""
    if _tracer is None:
        raise MiddlewareNotUsed
    from opentelemetry.context import Context
    from opentelemetry.trace import SpanKind, StatusCode

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if is_about_a_plan(request.path_info):
            return get_response(request)
        # What visitors say of a trace of theirs is nothing to us.
        with _tracer.start_as_current_span(
            "request", context=Context(), kind=SpanKind.SERVER, **_SILENT
        ) as span:
            response = get_response(request)
            route, status = route_of(request), response.status_code
            method = request.method if request.method in METHODS else "other"
            span.update_name(f"{method} {route}")
            span.set_attribute("http.request.method", method)
            span.set_attribute("http.route", route)
            span.set_attribute("http.response.status_code", status)
            if status >= 500:
                span.set_status(StatusCode.ERROR)
            return response

    return middleware


_SILENT = {"record_exception": False, "set_status_on_exception": False}
"""Messages of errors may hold values."""


def _trace_queries(connection: Any, **signal: Any) -> None:
    if trace_query not in connection.execute_wrappers:
        connection.execute_wrappers.append(trace_query)


def trace_query(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Make a query in a span; without one if nothing asks for it that has a span."""
    from opentelemetry.trace import SpanKind, StatusCode, get_current_span

    if not get_current_span().is_recording():
        return execute(sql, params, many, context)
    statement = _LITERAL.sub("'…'", sql)[:_LONGEST]
    attributes = {
        "db.system.name": context["connection"].vendor,
        "db.query.text": statement,
    }
    name = statement.split(None, 1)[0]
    with _tracer.start_as_current_span(
        name, kind=SpanKind.CLIENT, attributes=attributes, **_SILENT
    ) as span:
        try:
            return execute(sql, params, many, context)
        except Exception as error:
            span.set_attribute("error.type", type(error).__name__)
            span.set_status(StatusCode.ERROR)
            raise


def _name_cause(headers: dict[str, Any], **signal: Any) -> None:
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    TraceContextTextMapPropagator().inject(headers)


def _begin_task(task: Task[Any, Any], **signal: Any) -> None:
    from opentelemetry import context
    from opentelemetry.trace import SpanKind, set_span_in_context
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    if task.name == OF_A_PLAN:
        return
    request: Any = task.request
    cause = {"traceparent": getattr(request, "traceparent", None) or ""}
    before = TraceContextTextMapPropagator().extract(cause, context=context.Context())
    span = _tracer.start_span(task.name, context=before, kind=SpanKind.CONSUMER)
    request.span = span, context.attach(set_span_in_context(span))


def _end_task(task: Task[Any, Any], state: str | None = None, **signal: Any) -> None:
    from opentelemetry import context
    from opentelemetry.trace import StatusCode

    request: Any = task.request
    begun = getattr(request, "span", None)
    if begun is None:
        return
    span, token = begun
    context.detach(token)
    if state == "FAILURE":
        span.set_status(StatusCode.ERROR)
    span.end()
