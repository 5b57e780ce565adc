"""Check the pinned packages for known vulnerabilities.

Fails if there is one. If the database can't be reached (no network, or only a mirror of packages),
says so and does not fail, unless AUDIT=required is set in the environment.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def verdict(report: dict[str, Any] | None, reason: str = "") -> tuple[bool | None, list[str]]:
    """Return whether all is well according to pip-audit's report (None: unknown), and the lines."""
    packages = (report or {}).get("dependencies", [])
    asked = [package for package in packages if "vulns" in package]
    holes = [
        f"{package['name']} {package['version']}: {hole['id']}, "
        f"mended in {', '.join(hole['fix_versions']) or 'no version yet'}"
        for package in asked
        for hole in package["vulns"]
    ]
    if holes:
        return False, ["Known holes in what is pinned:", *holes]
    if not asked:
        return None, [f"Could not ask whether a hole is known: {reason or 'no answer'}"]
    if len(asked) < len(packages):
        unknown = [package["name"] for package in packages if package not in asked]
        return None, [
            f"No hole is known in {len(asked)} packages.",
            f"Could not ask about {len(unknown)}: {', '.join(unknown)}",
        ]
    return True, [f"No hole is known in any of {len(asked)} packages."]


def ask(pins: Path) -> tuple[dict[str, Any] | None, str]:
    """Return pip-audit's report on a file of pins, or None and the reason."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(pins), "--require-hashes"]
    options = ["--disable-pip", "--format", "json", "--progress-spinner", "off", "--timeout", "10"]
    done = subprocess.run([*command, *options], capture_output=True, check=False, text=True)
    try:
        report: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        return None, (done.stderr.strip().splitlines() or ["it said nothing"])[-1][:200]
    return report, "the package index tells nothing of holes"


def main() -> int:
    """Ask, print the verdict and return the exit code."""
    well, lines = verdict(*ask(ROOT / "requirements-dev.txt"))
    sys.stdout.write("\n".join(lines) + "\n")
    if well is None:
        return int(os.environ.get("AUDIT") == "required")
    return int(not well)


if __name__ == "__main__":
    sys.exit(main())
