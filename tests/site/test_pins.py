"""The pins of the dependencies name versions and hashes, but no source."""

import json
import re

import pytest

from tests.site.environment import ROOT

PIN = re.compile(r"[a-z0-9._-]+==[a-z0-9.]+( ; [^\\/]+)? \\")
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")


@pytest.mark.parametrize(
    "name", [f"requirements{what}.txt" for what in ("", "-search", "-traces", "-dev", "-load")]
)
def test_pins_hold_versions_and_hashes_alone(name: str) -> None:
    lines = (ROOT / name).read_text().splitlines()
    assert lines
    assert [line for line in lines if not (PIN.fullmatch(line) or HASH.fullmatch(line))] == []


def test_the_tests_run_on_the_pins_of_the_site() -> None:
    run = set((ROOT / "requirements.txt").read_text().splitlines())
    assert run <= set((ROOT / "requirements-dev.txt").read_text().splitlines())


def test_load_is_measured_on_the_pins_of_the_site() -> None:
    site, load = pins("requirements.txt"), pins("requirements-load.txt")
    assert site <= load


def test_training_runs_on_the_pins_of_the_site_and_adds_numba_alone() -> None:
    site, search, dev = (pins(f"requirements{what}.txt") for what in ("", "-search", "-dev"))
    assert site <= search <= dev
    assert {pin.partition("==")[0] for pin in search - site} == {"numba", "llvmlite"}


def test_traces_are_made_on_the_pins_of_the_site() -> None:
    site, traces, dev = (pins(f"requirements{what}.txt") for what in ("", "-traces", "-dev"))
    assert site <= traces <= dev
    added = {pin.partition("==")[0] for pin in traces - site}
    assert "opentelemetry-sdk" in added
    rest = {name for name in added if not name.startswith("opentelemetry-")}
    assert rest == {"googleapis-common-protos", "protobuf"}


def test_the_packages_that_others_are_measured_with_have_hashes_and_no_source() -> None:
    server = ROOT / "tests" / "beside" / "server"
    lock = json.loads((server / "package-lock.json").read_text())
    wanted = json.loads((server / "package.json").read_text())["dependencies"]
    assert all(re.fullmatch(r"[0-9.]+", version) for version in wanted.values())
    packages = [each for path, each in lock["packages"].items() if path]
    assert packages
    assert [each for each in packages if "resolved" in each or "integrity" not in each] == []


def pins(name: str) -> set[str]:
    return {line for line in (ROOT / name).read_text().splitlines() if PIN.fullmatch(line)}
