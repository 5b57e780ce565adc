"""The same deals on every run of a test, so that chance does not decide whether it passes."""

import os
from random import Random
from types import SimpleNamespace

from django.apps import AppConfig


def dealer(name: str) -> SimpleNamespace:
    """Replaces `secrets` where a game is dealt; the same name gives the same deals."""
    return SimpleNamespace(token_bytes=Random(name).randbytes)


class SameDealsEachTime(AppConfig):
    """A process of the site that deals as the variable DEALS says."""

    name = "tests.dealing"
    label = "dealing"

    def ready(self) -> None:
        from games.lobby import opening

        opening.secrets = dealer(os.environ["DEALS"])  # type: ignore[assignment,attr-defined]
