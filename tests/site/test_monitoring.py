"""Dashboard and alarms ask for figures that there are, and each alarm rings when it should."""

import json
import re
import subprocess
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
import yaml
from django.db import connection
from prometheus_client import REGISTRY
from prometheus_client.core import Metric

from games.models import Upkeep
from games.upkeep.finished import note_finished
from scoutsite.management.commands.serve_metrics import PORT
from scoutsite.metrics.site import Site, of_postgresql
from tests.site.environment import ROOT

MONITORING = ROOT / "deploy" / "monitoring"
ALERTS = yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"][0]["rules"]
DASHBOARD: dict[str, Any] = json.loads((MONITORING / "dashboard.json").read_text())
OPERATIONS = (ROOT / "docs" / "operations.md").read_text()
TROUBLES = (ROOT / "docs" / "troubles.md").read_text()
COUNTERS = (
    *("games.live.counted", "scoutsite.metrics.pool", "scoutsite.metrics.requests"),
    "scoutsite.metrics.tasks",
)
ENDS = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "gauge": ("",)}


def counted() -> Iterator[Metric]:
    """What processes count."""
    for name in COUNTERS:
        import_module(name)
    yield from (family for family in REGISTRY.collect() if family.name.startswith("scout_"))


def named_in(expression: str) -> set[str]:
    return set(re.findall(r"\bscout_\w+", expression))


def expressions() -> Iterator[str]:
    yield from (rule["expr"] for rule in ALERTS)
    for panel in DASHBOARD["panels"]:
        yield from (target["expr"] for target in panel["targets"])


@pytest.mark.django_db
def test_every_figure_that_is_asked_for_is_there_and_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    note_finished(Upkeep.BACKUP)
    read = Site().collect()
    names = (
        {family.name + end for family in [*counted(), *read] for end in ENDS[family.type]}
        | POSTGRESQL
        | WITH_BACKUPS
    )
    asked = set().union(*map(named_in, expressions()))
    assert asked <= names
    families = {family.name for family in [*counted(), *read]}
    assert {name for name in families if not any(name in each for each in asked)} == set()


POSTGRESQL = {
    "scout_database_connections",
    "scout_database_connections_max",
    "scout_database_bytes",
}
"""What only PostgreSQL tells."""
WITH_BACKUPS = {"scout_archive_failing"}
"""What it tells where it archives what it writes."""


@pytest.mark.postgres
@pytest.mark.django_db
def test_postgresql_tells_of_its_connections_and_its_size() -> None:
    found = {family.name: family.samples for family in of_postgresql()}
    assert set(found) == POSTGRESQL
    assert sum(sample.value for sample in found["scout_database_connections"]) >= 1
    assert found["scout_database_bytes"][0].value > 1_000_000
    assert connection.vendor == "postgresql"


@pytest.mark.promtool
def test_each_alarm_rings_when_it_should_and_not_before() -> None:
    for asked in (["check", "rules"], ["test", "rules"]):
        file = "alerts.yml" if asked[0] == "check" else "alerts_test.yml"
        found = subprocess.run(
            ["promtool", *asked, file], capture_output=True, check=False, cwd=MONITORING, text=True
        )
        assert found.returncode == 0, found.stdout + found.stderr
    tested = (MONITORING / "alerts_test.yml").read_text()
    for rule in ALERTS:
        assert f"name: {rule['alert']} rings" in tested


@pytest.mark.promtool
def test_promtool_reads_the_scrape_configuration() -> None:
    read = subprocess.run(
        ["promtool", "check", "config", "--syntax-only", "prometheus.yml"],
        capture_output=True,
        check=False,
        cwd=MONITORING,
        text=True,
    )
    assert read.returncode == 0, read.stderr


def test_each_alarm_says_what_it_is_about_and_the_docs_say_what_to_do() -> None:
    names = [rule["alert"] for rule in ALERTS]
    assert len(set(names)) == len(names)
    for rule in ALERTS:
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["description"].endswith((".", "?"))
        assert f"| `{rule['alert']}` |" in OPERATIONS
    assert set(re.findall(r"^\| `(Scout\w+)` \|", OPERATIONS, re.MULTILINE)) == set(names)
    assert set(re.findall(r"`(Scout\w+)`", TROUBLES)) == set(names)


def test_prometheus_scrapes_the_port_that_the_site_opens() -> None:
    (job,) = yaml.safe_load((MONITORING / "prometheus.yml").read_text())["scrape_configs"]
    assert job["static_configs"] == [{"targets": [f"127.0.0.1:{PORT}"]}]
    (files,) = yaml.safe_load((MONITORING / "prometheus.yml").read_text())["rule_files"]
    assert f"alerts.yml /etc/prometheus/{files}" in OPERATIONS


def test_the_public_never_gets_there() -> None:
    for file in (ROOT / "deploy" / "nginx").iterdir():
        assert str(PORT) not in file.read_text()
        assert "metrics" not in file.read_text()
    unit = (ROOT / "deploy" / "systemd" / "scout-metrics.service").read_text()
    assert "--host" not in unit


def test_the_dashboard_can_be_read_by_any_grafana_with_any_prometheus() -> None:
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(ids)) == len(ids)
    for panel in DASHBOARD["panels"]:
        assert panel["datasource"]["uid"] == "${datasource}"
        assert all(target["datasource"]["uid"] == "${datasource}" for target in panel["targets"])
