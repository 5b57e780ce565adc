"""System checks."""

from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage
from django.core.checks import Warning as CheckWarning


def need_numba(**options: Any) -> list[CheckMessage]:
    """Warn if experts should look ahead but Numba is missing."""
    if settings.EXPERT_LOOKS_AHEAD and find_spec("numba") is None:
        return [
            CheckWarning(
                "EXPERT_LOOKS_AHEAD is on, but Numba is not installed: experts won't look ahead.",
                hint="Run make search to install it.",
                id="games.W001",
            )
        ]
    return []
