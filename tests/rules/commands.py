"""Commands of the site as another program runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

MANAGE = Path(__file__).parent.parent.parent / "manage.py"

# A database that nobody answers for: these commands need none.
ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "SECRET_KEY": "a key for tests",
    "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
}


def process(*arguments: str) -> subprocess.Popen[bytes]:
    """A running command, to talk to."""
    return subprocess.Popen(
        [sys.executable, str(MANAGE), *arguments],
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def run(*arguments: str, given: bytes = b"") -> tuple[int, list[Any], str]:
    """The exit status of a command, what it wrote (a JSON value a line), and its complaints."""
    with process(*arguments) as running:
        written, complaints = running.communicate(given)
    lines = written.decode("ascii").splitlines()
    return running.returncode, [json.loads(line) for line in lines], complaints.decode()
