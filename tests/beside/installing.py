"""The JavaScript beside this, with its packages: installed once in `var/beside/`."""

import shutil
import subprocess
from pathlib import Path

from tests.processes import ROOT

SOURCE = Path(__file__).parent / "server"
PLACE = ROOT / "var" / "beside"
OLDEST_NODE = 20


def missing() -> str:
    """Return what to install; empty if nothing is missing."""
    for program, package in (("node", "nodejs"), ("npm", "npm"), ("redis-server", "redis-server")):
        if shutil.which(program) is None:
            return f"This needs {program}: apt-get install {package}"
    version = said("node", "--version")
    if int(version.lstrip("v").partition(".")[0]) < OLDEST_NODE:
        return f"This needs Node {OLDEST_NODE} or newer, and found {version}."
    return ""


def install() -> Path:
    """Return the folder. Raises `RuntimeError` if npm can't install the pinned packages."""
    PLACE.mkdir(parents=True, exist_ok=True)
    lock = PLACE / "package-lock.json"
    pinned = (SOURCE / "package-lock.json").read_text()
    fresh = not lock.exists() or lock.read_text() != pinned or not _complete()
    shutil.copytree(SOURCE, PLACE, dirs_exist_ok=True)
    if fresh:
        said("npm", "ci", "--omit=dev", "--no-audit", "--no-fund", "--ignore-scripts")
    return PLACE


def _complete() -> bool:
    return (PLACE / "node_modules" / ".package-lock.json").exists()


def said(*command: str) -> str:
    done = subprocess.run(
        command,
        cwd=PLACE if PLACE.exists() else ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout}{done.stderr}")
    return done.stdout.strip()
