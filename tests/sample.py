"""A different sample, with each commit, of what is too much to test whole.

The commit's hash chooses. SAMPLE in the environment overrides it: a hash, to repeat a failure, or
"whole" for everything (`make whole`). Without either, as in an archive, the sample is fixed.
"""

import os
import subprocess
from functools import cache
from pathlib import Path
from random import Random

WHOLE = "whole"


@cache
def sample() -> str:
    """A commit's hash, SAMPLE, or a fixed word."""
    if chosen := os.environ.get("SAMPLE"):
        return chosen
    try:
        asked = subprocess.run(
            ["git", "rev-parse", "--short=12", "HEAD"],
            cwd=Path(__file__).parent,
            capture_output=True,
            check=True,
            text=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "fixed"
    return asked.stdout.strip()


def is_whole() -> bool:
    return sample() == WHOLE


def chance(what: str) -> Random:
    """The same for the same commit."""
    return Random(f"{sample()} {what}")
