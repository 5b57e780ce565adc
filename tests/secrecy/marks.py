"""Marks in secrets, and ears for all that a running site says outside its pages."""

import logging
import pickle
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
import sentry_sdk
from celery import Celery
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from sentry_sdk.transport import Transport

from games.live import channel
from games.log.chain import chain_key
from games.models import Game, GameSecret, Hand, Move
from games.rules.cards import parse_cards
from scoutsite import error_reports, log_lines

SECRET = bytes.fromhex("5ec2e7c0de") * 6 + b"!!"
"""Decides every deal while tests listen for marks."""
_CARD = re.compile(r"\d+/\d+")
NEVER_ON = ("django.db", "django.template")
"""Loggers that no site turns on: they would write every query and template context."""


def marks_of(game: Game) -> dict[str, str]:
    """What must appear nowhere, by name, in each notation."""
    secret = bytes(GameSecret.objects.get(game=game).secret)
    found = {"invitation": game.invitation}
    for name, value in (("secret", secret), ("key of the seals", chain_key(secret))):
        found |= {
            f"{name}, hexadecimal": value.hex(),
            f"{name}, base64": b64encode(value).decode()[:40],
            f"{name}, bytes": repr(value)[2:-1],
            f"{name}, number": str(int.from_bytes(value)),
        }
    for number, (hand,) in enumerate(Hand.objects.filter(round__game=game).values_list("cards")):
        names = hand.split(" ")
        codes = parse_cards(names)
        found |= {f"card {name}": name for name in names}
        found |= {
            f"hand {number}, bytes": repr(codes)[2:-1],
            f"hand {number}, list": str(list(codes)),
            f"hand {number}, hexadecimal": codes.hex(),
        }
    seals = Move.objects.filter(game=game).values_list("version", "mac")
    return found | {f"seal {version}": mac for version, mac in seals}


class Heard(logging.Handler):
    """Log lines, tasks' arguments, the cache, announcements, reports.

    Of the log both what is said (``log``) and what is written (``line``).
    """

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        form = log_lines.formatter("json")
        self.lines = form.pop("()")(**form)
        self.said: dict[str, list[str]] = {
            kind: [] for kind in ("log", "line", "task", "key", "value", "announcement", "report")
        }

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line before and after redaction."""
        if not record.name.startswith(NEVER_ON):
            error = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
            self.said["log"].append(f"{record.name} {record.getMessage()} {error}")
            self.said["line"].append(self.lines.format(record))

    def found(self, marks: Mapping[str, str]) -> list[str]:
        """The marks heard, with where."""
        texts = {kind: "\n".join(said) for kind, said in self.said.items()}
        return [
            f"{mark} in a {kind}"
            for kind, text in texts.items()
            for mark, written in marks.items()
            if _stands_in(text, written)
        ]


def _stands_in(text: str, written: str) -> bool:
    """A card doesn't count within greater numbers (of 25/300)."""
    if _CARD.fullmatch(written):
        return re.search(rf"(?<!\d){written}(?!\d)", text) is not None
    return written in text


class _Reports(Transport):
    def __init__(self, heard: Heard) -> None:
        super().__init__()
        self.heard = heard

    def capture_envelope(self, envelope: Any) -> None:
        self.heard.said["report"].append(envelope.serialize().decode())


@contextmanager
def listening(patch: pytest.MonkeyPatch) -> Iterator[Heard]:
    """At the most talkative level."""
    heard = Heard()
    _hear_tasks(patch, heard)
    _hear_cache(patch, heard)
    for name in ("publish", "publish_to_users"):
        _hear_announcements(patch, heard, name)
    loggers = [logging.getLogger(name) for name in ("", *logging.root.manager.loggerDict)]
    before = [(logger, logger.level, logger.propagate, logger.disabled) for logger in loggers]
    for logger in loggers:
        if not logger.name.startswith(NEVER_ON):
            logger.setLevel(logging.DEBUG)
            logger.propagate = True
    logging.getLogger().addHandler(heard)
    error_reports.start("https://key@reports.example/1", site="test", transport=_Reports(heard))
    try:
        yield heard
    finally:
        sentry_sdk.get_client().close()
        sentry_sdk.get_global_scope().set_client(None)
        logging.getLogger().removeHandler(heard)
        for logger, level, propagate, disabled in before:
            logger.setLevel(level)
            logger.propagate, logger.disabled = propagate, disabled


def _hear_tasks(patch: pytest.MonkeyPatch, heard: Heard) -> None:
    def send_task(_app: Celery, name: str, *given: Any, **more: Any) -> None:
        heard.said["task"].append(f"{name} {given} {more}")

    patch.setattr(Celery, "send_task", send_task)


def _hear_cache(patch: pytest.MonkeyPatch, heard: Heard) -> None:
    name_of = BaseCache.make_and_validate_key
    put = type(cache._connections[cache._alias]).set  # type: ignore[attr-defined]
    backend = type(cache._connections[cache._alias])  # type: ignore[attr-defined]

    def make_and_validate_key(self: BaseCache, key: Any, version: Any = None) -> str:
        heard.said["key"].append(str(key))
        return name_of(self, key, version)

    def write(self: Any, key: Any, value: Any, *given: Any, **more: Any) -> None:
        heard.said["value"].append(f"{value!r} {pickle.dumps(value)!r}")
        put(self, key, value, *given, **more)

    patch.setattr(BaseCache, "make_and_validate_key", make_and_validate_key)
    patch.setattr(backend, "set", write)


def _hear_announcements(patch: pytest.MonkeyPatch, heard: Heard, name: str) -> None:
    say = getattr(channel, name)

    def publish(*given: Any) -> None:
        heard.said["announcement"].append(str(given))
        say(*given)

    patch.setattr(channel, name, publish)
