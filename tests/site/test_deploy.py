"""The deployment files name only what exists."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands
from django.urls import URLPattern, URLResolver, get_resolver

from scoutsite.celery import app
from scoutsite.link_addresses import BEGINNINGS
from tests.site.environment import ROOT, environment

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
SCRIPTS = ("scout-manage", "scout-update", "scout-rehearse-restore", "scout-alert")
SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
OPERATIONS = (ROOT / "docs" / "operations.md").read_text()
TROUBLES = (ROOT / "docs" / "troubles.md").read_text()


def variables_of_the_settings() -> set[str]:
    modules = (ROOT / "scoutsite" / "settings").glob("*.py")
    text = "".join(module.read_text() for module in modules)
    return {*re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', text), "WEB_CONCURRENCY"}


def known(variable: str) -> bool:
    return variable in variables_of_the_settings() or variable.startswith("ANYMAIL_")


def test_every_variable_that_is_named_is_read() -> None:
    example = (DEPLOY / "env.example").read_text()
    named = {*re.findall(r"^#?([A-Z_]+)=", example, re.MULTILINE)}
    for service in SERVICES.values():
        if "build" in service:
            named |= set(service["environment"])
    assert {"SITE_URL", "DATABASE_URL", "REDIS_URL", "ANYMAIL_WEBHOOK_SECRET"} <= named
    # Numba and OpenTelemetry read those, not the site.
    others = {name for name in named if not known(name) and not name.startswith("OTEL_TRACES_")}
    assert others == {"NUMBA_CACHE_DIR"}


def commands() -> Iterator[tuple[str, ...]]:
    """Every command line that starts a part of the site."""
    for unit in UNITS:
        for line in re.findall(r"^Exec\w+=(.*)$", unit.read_text(), re.MULTILINE):
            # Systemd runs it as root for a plus, and lets it fail for a minus.
            line = line.lstrip("+-").replace("/srv/scout/current/.venv/bin/", "")
            yield tuple(shlex.split(line))
    for service in SERVICES.values():
        if "build" in service and "command" in service:
            yield tuple(service["command"])
    found = re.search(r"^CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert found
    yield tuple(yaml.safe_load(found[1]))


@pytest.mark.slow
@pytest.mark.parametrize("command", sorted(set(commands())), ids=" ".join)
def test_every_command_exists_with_its_options(command: tuple[str, ...]) -> None:
    program, *rest = command
    if program.startswith("/usr/local/sbin/"):
        assert Path(program).name in SCRIPTS
        return
    if program == "/usr/bin/pgbackrest":
        # Debian's, which tests may lack.
        assert rest[0] == "--stanza=scout"
        return
    assert (Path(sys.prefix) / "bin" / program).is_file()
    if program == "python":
        assert rest[0] == "manage.py"
        assert rest[1] in get_commands()
        helped = [sys.executable, str(ROOT / "manage.py"), rest[1], "--help"]
    elif program == "celery":
        assert rest[:2] == ["--app", app.main]
        helped = [sys.executable, "-m", "celery", *rest[:3], "--help"]
        rest = rest[2:]
    else:
        assert (program, rest[-1]) == ("gunicorn", "scoutsite.wsgi")
        assert (ROOT / rest[rest.index("--config") + 1]).is_file()
        helped = [sys.executable, "-m", "gunicorn", "--help"]
    told = subprocess.run(
        helped, capture_output=True, check=True, cwd=ROOT, env=environment(), text=True
    )
    options = {word.partition("=")[0] for word in rest if word.startswith("--")}
    assert {option for option in options if option not in told.stdout} == set()


def test_gunicorn_knows_every_setting_of_its_file() -> None:
    assignments = re.findall(r"^(\w+) = ", (DEPLOY / "gunicorn.conf.py").read_text(), re.MULTILINE)
    # It has no types.
    assert set(assignments) <= set(import_module("gunicorn.config").make_settings())
    subprocess.run(
        [sys.executable, "-m", "gunicorn", "--check-config"]
        + ["--config", str(DEPLOY / "gunicorn.conf.py"), "scoutsite.wsgi"],
        check=True,
        cwd=ROOT,
        env=environment(),
    )


def test_every_queue_has_a_worker_under_systemd_and_in_containers() -> None:
    queues = {queue.name for queue in settings.CELERY_TASK_QUEUES}
    under_systemd = {
        name: unit for unit in UNITS for name in re.findall(r"--queues (\S+)", unit.read_text())
    }
    commands = [service["command"] for service in SERVICES.values() if "command" in service]
    in_containers = {each[each.index("--queues") + 1] for each in commands if "--queues" in each}
    assert under_systemd.keys() == in_containers == queues
    target = (DEPLOY / "systemd" / "scout.target").read_text()
    (enabled,) = re.findall(r"^systemctl enable (scout.target .*)$", OPERATIONS, re.MULTILINE)
    for unit in under_systemd.values():
        assert unit.name in target
        assert unit.stem in enabled.split()


def test_units_name_units_that_exist() -> None:
    own = {unit.name for unit in UNITS}
    for unit in UNITS:
        for name in re.findall(r"\bscout[-.][\w.@%-]*(?:service|socket|target)", unit.read_text()):
            assert re.sub(r"@(%N|1)\.", "@.", name) in own, unit.name


SITE_UNITS = [unit for unit in UNITS if "celery" in unit.read_text()] + [
    DEPLOY / "systemd" / f"scout-{part}.service" for part in ("pages", "streams@", "metrics")
]


def test_whatever_unit_fails_somebody_is_told() -> None:
    for unit in UNITS:
        text = unit.read_text()
        if unit.suffix != ".service" or unit.name == "scout-alert@.service":
            continue
        assert "\nOnFailure=scout-alert@%N.service\n" in text.partition("[Service]")[0], unit.name
        # Systemd tells of no failure if it starts the unit again.
        again = "\nRestart=always\n" in text
        assert ("\nExecStopPost=+/usr/local/sbin/scout-alert %N\n" in text) == again, unit.name


@pytest.mark.parametrize(("result", "asked"), [("success", False), ("exit-code", True)])
def test_a_unit_that_was_told_to_stop_has_not_failed(
    result: str, asked: bool, tmp_path: Path
) -> None:
    (tmp_path / "systemctl").write_text('#!/bin/sh\necho "$@" > asked\n')
    (tmp_path / "systemctl").chmod(0o755)
    subprocess.run(
        [DEPLOY / "scout-alert", "scout-worker"],
        check=True,
        cwd=tmp_path,
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "SERVICE_RESULT": result},
    )
    assert (tmp_path / "asked").exists() == asked
    if asked:
        told = (tmp_path / "asked").read_text()
        assert told == "start --no-block scout-alert@scout-worker.service\n"


def test_all_parts_count_in_one_folder() -> None:
    assert len(SITE_UNITS) == 8
    for unit in SITE_UNITS:
        text = unit.read_text()
        assert "\nRuntimeDirectory=scout-metrics\n" in text, unit.name
        assert "\nRuntimeDirectoryPreserve=yes\n" in text, unit.name
        assert "\nEnvironment=METRICS_DIR=/run/scout-metrics\n" in text, unit.name


@pytest.mark.systemd
@pytest.mark.parametrize(
    "unit", [unit for unit in UNITS if unit.suffix == ".service"], ids=lambda unit: unit.stem
)
def test_no_unit_may_do_more_than_it_has_to(unit: Path) -> None:
    """Systemd's rating of what a process that was taken over could do stays below 3 of 10."""
    rated = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=29", str(unit)],
        capture_output=True,
        check=False,
        text=True,
    )
    assert rated.returncode == 0, rated.stdout.splitlines()[-1]


def test_every_timer_has_its_service_and_is_enabled() -> None:
    timers = {unit.stem for unit in UNITS if unit.suffix == ".timer"}
    assert {"scout-backup", "scout-backup-full", "scout-rehearsal"} <= timers
    assert timers <= {unit.stem for unit in UNITS if unit.suffix == ".service"}
    lines = re.findall(r"^systemctl enable --now (.*)$", OPERATIONS, re.MULTILINE)
    enabled = {name.removesuffix(".timer") for line in lines for name in line.split()}
    assert timers <= enabled


def needs_of(unit: Path) -> list[pytest.MarkDecorator]:
    """What systemd must find here beside itself to take a unit for whole."""
    return [pytest.mark.pgbackrest] if "/usr/bin/pgbackrest" in unit.read_text() else []


@pytest.mark.systemd
@pytest.mark.parametrize(
    "name", [pytest.param(unit.name, marks=needs_of(unit), id=unit.name) for unit in UNITS]
)
def test_systemd_finds_nothing_wrong_with_a_unit(name: str, tmp_path: Path) -> None:
    for unit in UNITS:
        text = unit.read_text().replace("/srv/scout/current/.venv", sys.prefix)
        text = text.replace("/srv/scout/current", str(ROOT))
        text = text.replace("/usr/local/sbin", str(DEPLOY))
        (tmp_path / unit.name).write_text(text)
    asked = name.replace("@.", "@1.")
    verified = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(tmp_path / asked)],
        capture_output=True,
        check=False,
        text=True,
    )
    assert [line for line in verified.stderr.splitlines() if "scout" in line] == []


def upstreams(name: str) -> dict[str, str]:
    text = (DEPLOY / "nginx" / name).read_text()
    return dict(re.findall(r"upstream (\w+) \{\s*server ([\w.:]+);", text))


def test_nginx_sends_requests_to_where_the_parts_listen() -> None:
    listening = {}
    for part in ("pages", "streams"):
        socket = ConfigParser(strict=False)
        socket.read(DEPLOY / "systemd" / f"scout-{part}.socket")
        listening[f"scout_{part}"] = socket["Socket"]["ListenStream"]
    assert upstreams("upstreams.conf") == listening
    in_containers = {"scout_pages": "pages:8001", "scout_streams": "streams:8002"}
    assert upstreams("upstreams-containers.conf") == in_containers
    assert SERVICES["streams"]["command"][-1] == "8002"
    assert "0.0.0.0:8001" in (ROOT / "Dockerfile").read_text()
    passed = re.findall(r"proxy_pass http://(\w+);", (DEPLOY / "nginx/scout.conf").read_text())
    assert set(passed) == set(listening)


BEGINNINGS_OF_KEYS = (
    *(begin.removeprefix("/") for begin in BEGINNINGS),
    *("invitation/x/", "records/", "account/confirm-email/"),
)


def patterns(
    resolver: URLResolver | None = None, prefix: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    """All addresses, with `x` for parameters."""
    for pattern in (resolver or get_resolver()).url_patterns:
        text = prefix + re.sub(r"<[^>]+>", "x", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern, text)
        else:
            yield text, pattern


def test_nginx_tells_streams_from_pages_as_the_site_does() -> None:
    text = (DEPLOY / "nginx" / "scout.conf").read_text()
    locations = dict(re.findall(r"location (.+) \{[^}]*?proxy_pass http://(\w+);", text))
    streams = next(path for path, server in locations.items() if server == "scout_streams")
    assert set(locations.values()) == {"scout_streams", "scout_pages"}
    assert locations["/"] == "scout_pages"
    told = re.compile(streams.removeprefix("~ "))
    found = dict(patterns())
    streaming = {path for path in found if path.endswith("stream/")}
    assert streaming
    assert {path for path in found if told.search(f"/{path}")} == streaming


def test_nginx_s_log_names_no_address_that_is_a_key() -> None:
    text = (DEPLOY / "nginx" / "scout.conf").read_text()
    assert text.count("access_log /var/log/nginx/access.log scout;") == text.count("\nserver {")
    (log,) = re.findall(r"log_format scout (.+?);", text, re.DOTALL)
    for whole in ("$request ", "$request_uri", "$uri", "$args", "$http_referer"):
        assert whole not in log
    (masked,) = re.findall(r'"~(.+)" "\$before\.\.\.\$after";', text)
    mask = re.compile(masked.replace("(?<", "(?P<"))
    (quiet,) = re.findall(r"location ~ (\S+) \{\s*error_log /dev/null crit;", text)
    keys = {
        path for path in dict(patterns()) if path.startswith(BEGINNINGS_OF_KEYS) and "/x/" in path
    }
    assert len(keys) > 8
    for path in keys:
        assert mask.fullmatch(f"/{path}"), path
        assert re.match(quiet, f"/{path}"), path
    assert not mask.match("/games/abcdefghjkmn/board/")


def test_nginx_s_logs_have_no_line_of_a_plan() -> None:
    text = (DEPLOY / "nginx" / "scout.conf").read_text()
    silent = "access_log off;\n        error_log /dev/null crit;"
    (silenced,) = re.findall(rf"location ~ (\S+) {{\s*{silent}", text)
    plans = {path for path in dict(patterns()) if re.match(silenced, f"/{path}")}
    assert plans == {path for path in dict(patterns()) if path.endswith("/plan/")}
    assert len(plans) == 2


def test_the_proxy_replaces_what_the_site_believes() -> None:
    text = (DEPLOY / "nginx" / "scout.conf").read_text()
    # The headers of a location replace those of the server: both say all of them.
    for header in ("Host $host", "X-Forwarded-For $remote_addr", "X-Forwarded-Proto $scheme"):
        assert text.count(f"proxy_set_header {header};") == 2


def test_the_image_holds_the_site_and_nothing_else() -> None:
    copied = set()
    for line in (ROOT / "Dockerfile").read_text().splitlines():
        if line.startswith("COPY ") and "--from" not in line:
            copied |= set(line.split()[1:-1])
    assert all((ROOT / path).exists() for path in copied)
    apps = {name.partition(".")[0] for name in settings.INSTALLED_APPS}
    own = {name for name in apps if (ROOT / name).is_dir()}
    assert {*own, "templates", "manage.py", "requirements.txt"} <= copied
    locales = {path.name for path in settings.LOCALE_PATHS if path.is_dir()}
    assert locales <= copied
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert {line[1:] for line in ignored if line.startswith("!")} == copied


def test_containers_wait_for_parts_that_exist() -> None:
    for service in SERVICES.values():
        assert set(service.get("depends_on", {})) <= set(SERVICES)
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            if source.startswith("./deploy"):
                assert (ROOT / source).is_file()


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_are_executable_and_parse(name: str) -> None:
    script = DEPLOY / name
    assert script.stat().st_mode & 0o111
    subprocess.run(["sh", "-n", str(script)], check=True)


def test_the_page_on_operations_names_files_and_units_that_exist() -> None:
    for path in re.findall(r"(?:first|current)/(deploy/[\w./-]*[\w])", OPERATIONS):
        assert (ROOT / path).exists(), path
    named = re.findall(r"\bscout-[a-z]+(?:-[a-z]+)*\b", OPERATIONS + TROUBLES)
    settings_of_others = {"scout-upstreams", "scout-archive", "scout-standby", "scout-machines"}
    there = {unit.stem.removesuffix("@") for unit in UNITS} | {*SCRIPTS, *settings_of_others}
    assert set(named) <= there
