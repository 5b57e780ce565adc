"""What a run has shown, for people."""

from collections import Counter
from statistics import median

from tests.faults.comparing import Verdict
from tests.faults.kinds import KINDS
from tests.faults.measures import Measures, Row

WITHIN = 60.0
"""Seconds after the return within which every game must move."""
_HEAD = (
    "| fault | times | it lasted, s | moves meanwhile | sent again "
    "| first answer, s: median, worst | all tables moved, s: median, worst |"
)


def report(measures: Measures, verdict: Verdict) -> str:
    """A table of the faults, then the sums."""
    rows = sorted(measures.rows(), key=lambda row: list(KINDS).index(row.kind))
    lines = [_HEAD, "| --- |" + " ---: |" * 6, *map(_line, rows), ""]
    lines += [
        f"Acknowledged: {verdict.acknowledged} moves of {verdict.games} games, "
        f"{verdict.repeated} of them by a repeat. Rows in the logs: {verdict.rows}.",
        f"Lost: {len(verdict.lost)}. Doubled: {len(verdict.doubled)}. "
        f"Changed: {len(verdict.changed)}. In another order: {len(verdict.disordered)}. "
        f"Told to nobody: {len(verdict.unknown)}. Taken from players: {len(verdict.taken)}.",
        f"Sent again: {_counted(Counter(why for _, why in measures.failures))}.",
        f"Refused: {_counted(measures.refusals)}.",
    ]
    for calm, when in ((True, "between faults"), (False, "during faults and until all moved")):
        number, middle, p95, worst = measures.latency(calm=calm)
        lines.append(
            f"Seconds to an answer {when}: median {middle:.2f}, 95th percentile {p95:.2f}, "
            f"worst {worst:.1f} ({number} moves)."
        )
    return "\n".join(lines)


def broken(measures: Measures, verdict: Verdict) -> list[str]:
    """The promises that this run broke, as sentences."""
    stood = [
        f"{trial.kind} ({trial.about}): a table stood still for {WITHIN:.0f} s"
        for trial in measures.trials
        if trial.moved is None
    ]
    return [*verdict.faults, *stood]


def _line(row: Row) -> str:
    moved = [WITHIN if each is None else each for each in row.moved]
    stood = sum(each is None for each in row.moved)
    return (
        f"| {row.kind} | {row.times} | {row.seconds:.0f} | {row.during} | {row.retries} "
        f"| {median(row.first):.1f}, {max(row.first):.1f} "
        f"| {median(moved):.1f}, {max(moved):.1f}{f' ({stood} stood still)' if stood else ''} |"
    )


def _counted(counter: Counter[str]) -> str:
    return ", ".join(f"{name}: {count}" for name, count in counter.most_common()) or "none"
