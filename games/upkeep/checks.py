"""What Django is to find wrong with a site's settings before it starts."""

from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage
from django.core.checks import Warning as CheckWarning


def need_numba(**options: Any) -> list[CheckMessage]:
    """A warning if experts are to look ahead and what that needs is not there."""
    if settings.EXPERT_LOOKS_AHEAD and find_spec("numba") is None:
        return [
            CheckWarning(
                "EXPERT_LOOKS_AHEAD is on, but Numba is not installed: experts do not look ahead.",
                hint="make search installs it.",
                id="games.W001",
            )
        ]
    return []
