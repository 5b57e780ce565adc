"""A site with a collector sends it traces, and nothing that is anybody's."""

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from unittest.mock import patch

import pytest
from django.core.exceptions import ImproperlyConfigured, MiddlewareNotUsed
from django.db import connection
from django.http import HttpResponse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from scoutsite import tracing
from scoutsite.celery import app
from scoutsite.metrics.tasks import OF_A_PLAN
from tests.site.environment import complaints, first_line, served
from tests.workers import wait_until


class Span(NamedTuple):
    name: str
    parent: str
    id: str
    trace: str
    attributes: dict[str, str]


class Collector:
    """What was sent to it, whole and as spans."""

    def __init__(self) -> None:
        self.sent = b""
        self.spans: list[Span] = []

    def take(self, body: bytes) -> None:
        self.sent += body
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            for scope in resource.scope_spans:
                for span in scope.spans:
                    attributes = {
                        each.key: each.value.string_value or str(each.value.int_value)
                        for each in span.attributes
                    }
                    parent, own = span.parent_span_id.hex(), span.span_id.hex()
                    trace = span.trace_id.hex()
                    self.spans.append(Span(span.name, parent, own, trace, attributes))

    def named(self, name: str) -> list[Span]:
        return [span for span in self.spans if span.name == name]

    def below(self, span: Span) -> list[Span]:
        return [each for each in self.spans if each.parent == span.id]


@contextmanager
def collecting() -> Iterator[tuple[Collector, str]]:
    collector = Collector()

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/traces"
            collector.take(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Door) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield collector, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


SECRETS = ("hush-path", "hush-query", "hush-cookie", "hush-token", "hush-body", "abcdefghjkmn")


@pytest.mark.slow
def test_requests_queries_and_tasks_give_spans_without_anything_that_is_secret(
    variables: dict[str, str],
) -> None:
    with collecting() as (collector, address):
        more = {"OTEL_EXPORTER_OTLP_ENDPOINT": address, "OTEL_BSP_SCHEDULE_DELAY": "100"}
        with served({**variables, **more}) as process:
            first_line(process)
            door = HTTPConnection("127.0.0.1", int(variables["PORT"]), timeout=60)

            def ask(method: str, path: str, body: str | None = None) -> int:
                headers = {
                    "Cookie": "sessionid=hush-cookie",
                    "Authorization": "Bearer hush-token",
                    "Content-Type": "application/json",
                    "traceparent": f"00-{'a' * 32}-{'b' * 16}-01",
                }
                door.request(method, path, body, headers)
                answer = door.getresponse()
                answer.read()
                return answer.status

            assert ask("GET", "/leaderboards/?of=hush-query") == 200
            assert ask("GET", "/games/abcdefghjkmn/?as=hush-query") == 404
            assert ask("GET", "/no-such-page/hush-path/") == 404
            assert ask("POST", "/api/v1/games/", json.dumps({"name": "hush-body"})) == 401
            ask("GET", "/games/abcdefghjkmn/plan/")
            ask("GET", "/api/v1/games/abcdefghjkmn/plan/")
            wait_until(lambda: bool(collector.named("POST api:games")))
            wait_until(lambda: bool(collector.named("games.sweep")))
            door.close()
            process.terminate()
            _output, errors = process.communicate(timeout=60)
        assert complaints(errors) == []
    (game,) = collector.named("GET games:table")
    assert game.attributes == {
        "http.request.method": "GET",
        "http.route": "games:table",
        "http.response.status_code": "404",
    }
    # A visitor's own trace is not gone on with.
    assert game.parent == ""
    assert game.trace != "a" * 32
    queries = collector.below(game)
    assert queries
    assert {query.name for query in queries} == {"SELECT"}
    assert all(query.attributes["db.query.text"].startswith("SELECT ") for query in queries)
    (sweep, *_) = collector.named("games.sweep")
    assert collector.below(sweep)
    for secret in SECRETS:
        assert secret.encode() not in collector.sent
    assert not [span for span in collector.spans if "plan" in span.name.split(":")]
    # A statement by itself would tell of a plan.
    roots = {span.name.split()[0] for span in collector.spans if not span.parent}
    assert not roots & {"SELECT", "INSERT", "UPDATE", "DELETE"}


def test_a_task_goes_on_with_the_trace_of_what_asked_for_it(worker: None) -> None:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracing.trace_to(provider)
    try:
        with provider.get_tracer("tests").start_as_current_span("cause") as cause:
            app.send_task("scoutsite.heartbeat")
            app.send_task(OF_A_PLAN, args=[0])
        wait_until(lambda: any("heart" in span.name for span in exporter.get_finished_spans()))
    finally:
        tracing.stop()
    spans = {span.name: span for span in exporter.get_finished_spans()}
    task = spans["scoutsite.heartbeat"]
    assert task.parent
    assert task.parent.span_id == cause.get_span_context().span_id
    assert OF_A_PLAN not in spans


def test_a_site_without_the_library_says_what_to_install() -> None:
    with (
        patch.dict(sys.modules, {"opentelemetry.exporter.otlp.proto.http.trace_exporter": None}),
        pytest.raises(ImproperlyConfigured, match="run make traces"),
    ):
        tracing.start(site="scout.example")


def test_a_site_without_a_collector_makes_no_spans() -> None:
    with pytest.raises(MiddlewareNotUsed):
        tracing.trace_requests(lambda _request: HttpResponse())


def test_statements_are_told_without_what_is_written_in_them() -> None:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracing.trace_to(provider)
    try:
        with provider.get_tracer("tests").start_as_current_span("cause"):
            tracing.trace_query(
                lambda *_given: None,
                "SELECT * FROM t WHERE a = %s AND b = 'hush''hush'",
                ("hush",),
                False,
                {"connection": connection},
            )
            with pytest.raises(ValueError, match="hush"):
                tracing.trace_query(_fail, "UPDATE t", (), False, {"connection": connection})
    finally:
        tracing.stop()
    read, failed, _cause = exporter.get_finished_spans()
    assert read.attributes
    assert read.attributes["db.query.text"] == "SELECT * FROM t WHERE a = %s AND b = '…'"
    assert failed.attributes
    assert failed.attributes["error.type"] == "ValueError"
    assert "hush" not in read.to_json() + failed.to_json()


def _fail(*_given: object) -> None:
    raise ValueError("Key (a)=(hush)")
