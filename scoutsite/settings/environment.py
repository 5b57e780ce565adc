"""Sources of settings, and places to write."""

from pathlib import Path

import environ

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parents[2]
# Everything the site writes; ignored by git.
VAR_DIR = BASE_DIR / "var"
