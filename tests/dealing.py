"""The same deals on every run, so that chance does not decide whether a test passes."""

import os
from random import Random
from types import SimpleNamespace

from django.apps import AppConfig


def dealer(name: str) -> SimpleNamespace:
    """Replaces `secrets` in dealing; the same name gives the same deals.

    The site draws no parts for players, so that the cards follow from the secret alone.
    """
    return SimpleNamespace(token_bytes=Random(name).randbytes, token_hex=lambda _size: "")


class SameDealsEachTime(AppConfig):
    """A site that deals by the variable DEALS."""

    name = "tests.dealing"
    label = "dealing"

    def ready(self) -> None:
        from games.fairness import parts
        from games.lobby import opening

        for module in (opening, parts):
            module.secrets = dealer(os.environ["DEALS"])  # type: ignore[attr-defined]
