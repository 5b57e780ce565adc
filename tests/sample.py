"""A sample of what is too much to test with each commit: another sample each time.

The commit's hash chooses. SAMPLE in the environment overrides it: a hash, to repeat a failure,
or "whole" for everything (`make whole`). Without either, as in an archive, the sample is fixed.
"""

import os
import subprocess
from functools import cache
from pathlib import Path
from random import Random

WHOLE = "whole"


@cache
def sample() -> str:
    """What chooses the sample: a commit's hash, what SAMPLE says, or a word that is fixed."""
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
    """Whether all is tested, and not a sample."""
    return sample() == WHOLE


def chance(what: str) -> Random:
    """Return the chance that draws a test's sample: the same for the same commit."""
    return Random(f"{sample()} {what}")
