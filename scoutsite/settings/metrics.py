"""Figures for Prometheus."""

from pathlib import Path

from scoutsite.metrics.slots import Slots, share
from scoutsite.settings.environment import env

# Where the processes of a machine count together; empty: each counts for itself.
METRICS_DIR = env.str("METRICS_DIR", default="")
METRICS_SLOTS: Slots | None = share(Path(METRICS_DIR)) if METRICS_DIR else None
# The port of `serve_metrics`; `serve` opens it only if this is set.
METRICS_PORT = env.int("METRICS_PORT", default=0)
