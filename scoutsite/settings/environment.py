"""Where settings come from, and where the site writes."""

from pathlib import Path

import environ

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parents[2]
# All that the site writes by itself; ignored by git.
VAR_DIR = BASE_DIR / "var"
