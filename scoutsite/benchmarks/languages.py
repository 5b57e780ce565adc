"""Measure ten pages in every language of the site, beside English.

It uses the database of the site (DATABASE_URL) and leaves nothing there. Print each page's time of
this process and its weight as sent, with the scripts and styles that it waits for, compressed; and
of each other language the ratios to English. Exit with 1 if one is above --most.
"""

import gzip
import re
import sys
import time
from argparse import ArgumentParser
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management.base import CommandError, OutputWrapper
from django.db import transaction
from django.test import Client

from accounts.guests.lifetime import new_guest
from accounts.models import User
from games.lobby.joining import join
from games.lobby.opening import create_game
from games.lobby.terms import Terms
from games.log.store import load
from games.management.progress import with_progress
from games.models import Actor, Game
from games.play.move import enter_move
from games.rules.legal import legal_moves
from games.rules.moves import Orient

MOST = 1.1
"""Most that a page may cost, as a ratio to English."""
PAGES = (
    *("/", "/rules/", "/learn/", "/play/", "/games/open/", "/games/new/", "/games/", "/today/"),
    "/account/signup/",
)
"""And a table at the turn of its viewer."""
_MOVES = 8
_AT_ONCE = re.compile(rb"<(?:script[^>]* src|link rel=.stylesheet. href)=./static/([^\"\']+)")
_HASH = re.compile(r"\.[0-9a-f]{12}(?=\.\w+$)")


class Cost(NamedTuple):
    """What a page costs in a language."""

    seconds: float
    weight: int
    """Compressed bytes."""


def add_arguments(parser: ArgumentParser) -> None:
    """Add options."""
    parser.add_argument("--rounds", type=int, default=40, help="requests per page (40)")
    parser.add_argument(
        "--most", type=float, default=MOST, help=f"most a page may cost beside English ({MOST})"
    )


def run(options: dict[str, Any], stdout: OutputWrapper) -> None:
    """Print a table of pages; exit with 1 if one is dearer than it may be."""
    if options["rounds"] < 1:
        raise CommandError("Measure at least one round.", returncode=2)
    languages = [code for code, _name in settings.LANGUAGES]
    first, *others = languages
    stdout.write(f"| page | ms | kB | {' | '.join(f'{code} ms, kB' for code in others)} |")
    stdout.write(f"| --- | ---: | ---: | {' | '.join('---:' for _code in others)} |")
    dear = []
    with transaction.atomic():
        reader = _Reader()
        pages = [f"/games/{reader.game.public_id}/", *PAGES]
        for path in with_progress(pages, len(pages), "Pages measured"):
            costs = reader.measured(path, languages, options["rounds"])
            english = costs[first]
            ratios = {
                code: (
                    costs[code].seconds / english.seconds,
                    costs[code].weight / english.weight,
                )
                for code in others
            }
            name = "the table" if path.startswith("/games/") and path not in PAGES else path
            said = " | ".join(f"{spent:.2f}, {weight:.2f}" for spent, weight in ratios.values())
            stdout.write(
                f"| {name} | {1000 * english.seconds:.1f} | {english.weight / 1000:.1f} | {said} |"
            )
            dear += [
                f"{name} in {code}" for code, both in ratios.items() if max(both) > options["most"]
            ]
        transaction.set_rollback(True)
    if dear:
        stdout.write(f"Dearer than {options['most']} times English: {', '.join(dear)}.")
        sys.exit(1)


class _Reader:
    """A guest at a table, in this process."""

    def __init__(self) -> None:
        self._user = new_guest()
        self.game = _game_of(self._user)
        self._client = Client(SERVER_NAME=settings.SITE_HOST)
        self._client.force_login(self._user, "django.contrib.auth.backends.ModelBackend")

    def measured(self, path: str, languages: list[str], rounds: int) -> dict[str, Cost]:
        """Ask in all languages by turns, so that a busy machine is busy for all of them."""
        seconds: dict[str, list[float]] = {code: [] for code in languages}
        weights: dict[str, int] = {}
        for _round in range(rounds + 1):
            for code in languages:
                User.objects.filter(pk=self._user.pk).update(language=code)
                start = time.process_time()
                answer = self._client.get(path, secure=True)
                seconds[code].append(time.process_time() - start)
                if answer.status_code != 200:
                    raise CommandError(f"{path} answered {answer.status_code}.")
                weights[code] = _weight(answer.content)
        # The first one loads templates and catalogues.
        return {code: Cost(median(seconds[code][1:]), weights[code]) for code in languages}


def _weight(page: bytes) -> int:
    """Return the compressed bytes of a page and of what it waits for."""
    names = {name.decode() for name in _AT_ONCE.findall(page)}
    return len(gzip.compress(page, 6)) + sum(_weight_of_file(name) for name in names)


@cache
def _weight_of_file(name: str) -> int:
    # Collected files have the hash of what they hold in their names.
    path = finders.find(name) or finders.find(_HASH.sub("", name))
    return len(gzip.compress(Path(str(path)).read_bytes(), 6))


def _game_of(user: User) -> Game:
    others = [new_guest() for _ in range(3)]
    game = create_game(user=user, terms=Terms(players=4))
    for each in others:
        join(game_id=game.pk, user=each, invitation=game.invitation)
    seat = game.seats.get(user=user).number
    chance = Random(0)  # noqa: S311 - no secret
    for number in range(4):
        _move(game, number, Orient(flip=False))
    while load(game).state.seq < _MOVES or load(game).state.to_act != (seat,):
        state = load(game).state
        assert state.round is not None
        player = state.to_act[0]
        _move(game, player, chance.choice(legal_moves(state.round, player)))
    return game


def _move(game: Game, seat: int, move: Any) -> None:
    seq = load(game).state.seq
    enter_move(game_id=game.pk, seat=seat, move=move, seq=seq, actor=Actor.PLAYER)
