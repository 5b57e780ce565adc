"""What the simulation says: a table in Markdown, or JSON."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from scoutsite.pace.measures import Summary
from scoutsite.pace.policies import POLICIES

CAUSES = {
    "asleep": "asleep",
    "not_told": "not told",
    "busy": "told but busy",
    "planned": "planning could have",
}
"""Headings, by cause of a wait."""


def table(summaries: Mapping[str, Summary]) -> Iterator[str]:
    """Yield the lines of a table with a line for each policy."""
    headings = ["policy", "median days", "95th percentile", *CAUSES.values()]
    headings += ["emails", "pushes", "turns", "timed out", "by bots"]
    yield f"| {' | '.join(headings)} |"
    yield "| --- |" + " ---: |" * (len(headings) - 1)
    for policy, found in summaries.items():
        cells = [POLICIES[policy].label, f"{found.median_days:.1f}", f"{found.p95_days:.1f}"]
        cells += [f"{found.shares[cause]:.0%}" for cause in CAUSES]
        cells += [f"{found.emails_per_game:.0f}", f"{found.pushes_per_game:.0f}"]
        cells += [f"{found.turns:.0f}", f"{found.timeouts}", f"{found.by_bots}"]
        yield f"| {' | '.join(cells)} |"


def as_json(summaries: Mapping[str, Summary], settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same with all figures, and what it was asked for."""
    found = {policy: asdict(summary) for policy, summary in summaries.items()}
    return {"settings": dict(settings), "policies": found}
