"""For which reasons what can be reported."""

from games.models import ReportKind, ReportReason

URGENT = frozenset({ReportReason.THREATS, ReportReason.SELF_HARM, ReportReason.CHILDREN})
"""Moderators are told of these at once."""

_SENSELESS = {
    ReportKind.GAME: {ReportReason.SECOND_ACCOUNT},
    ReportKind.MESSAGE: {ReportReason.STALLING, ReportReason.NAME, ReportReason.SECOND_ACCOUNT},
    ReportKind.NAME: {ReportReason.CHEATING, ReportReason.STALLING, ReportReason.SECOND_ACCOUNT},
    ReportKind.PLAYER: {ReportReason.NAME},
}


def kinds_for(reason: ReportReason) -> list[ReportKind]:
    """Return what can be reported for ``reason``."""
    return [kind for kind in ReportKind if reason not in _SENSELESS[kind]]


def fits(kind: str, reason: str) -> bool:
    """Return whether the two make sense together."""
    return reason not in _SENSELESS[ReportKind(kind)]
