"""The same deals whenever a test runs: chance is not to decide whether it passes."""

import os
from random import Random
from types import SimpleNamespace

from django.apps import AppConfig


def dealer(name: str) -> SimpleNamespace:
    """What stands in for `secrets` where a game is dealt; for the same name, the same deals."""
    return SimpleNamespace(token_bytes=Random(name).randbytes)


class SameDealsEachTime(AppConfig):
    """A process of the site that deals as the variable DEALS says."""

    name = "tests.dealing"
    label = "dealing"

    def ready(self) -> None:
        from games.lobby import opening as lobby

        lobby.secrets = dealer(os.environ["DEALS"])  # type: ignore[assignment,attr-defined]
