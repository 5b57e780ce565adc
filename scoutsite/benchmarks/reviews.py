"""Measure how long a person waits for bots while many reviews are due.

Play as the site does, in a temporary database, first with no review due and then with many. Exit
with 1 if people then wait too long at the 95th percentile.
"""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import OutputWrapper
from django.utils import timezone

from accounts.guests.lifetime import new_guest
from games.archive.importing import import_record
from games.bots.registry import choose_move
from games.models import ImportedRecord, ReviewState, StoredReview
from games.review.asking import ask_for_record
from games.rules import game as rules
from games.rules.deal import SECRET_BYTES, deal_round
from games.rules.records import record_of
from games.rules.views import view_for
from scoutsite.benchmarks.bots import WAIT_SECONDS
from scoutsite.benchmarks.databases import own_database
from scoutsite.benchmarks.waits import Waits, measure_waits

PLAYERS = 4
BOT = "mabel"


def add_arguments(parser: ArgumentParser) -> None:
    """Add options."""
    parser.add_argument("--reviews", type=int, default=1000, help="default: 1000")
    parser.add_argument("--waits", type=int, default=200, help="default: 200")


def run(options: dict[str, Any], stdout: OutputWrapper) -> None:
    """Print both waits; exit with 1 if the second is bad."""
    with own_database("reviews"):
        stdout.write("reviews due  waits  s median  s p95  s worst  reviews done")
        before = measure_waits(players=PLAYERS, level=BOT, waits=options["waits"])
        _write(0, before, 0, stdout)
        _ask_for(options["reviews"])
        during = measure_waits(players=PLAYERS, level=BOT, waits=options["waits"])
        done = StoredReview.objects.filter(state=ReviewState.DONE).count()
        _write(options["reviews"], during, done, stdout)
    if during.p95 > WAIT_SECONDS:
        sys.exit(1)


def _write(due: int, waits: Waits, done: int, stdout: OutputWrapper) -> None:
    stdout.write(
        f"{due:11}  {waits.waits:5}  {waits.median:8.2f}  {waits.p95:5.2f}  {waits.worst:7.2f}  "
        f"{done:12}"
    )


def _ask_for(reviews: int) -> None:
    """Ask for the reviews of as many records of a game that bots played."""
    user = new_guest()
    first = import_record(user=user, data=json.dumps(record_of(_bots_game())).encode())
    now = timezone.now()
    ImportedRecord.objects.bulk_create(
        ImportedRecord(user=user, players=PLAYERS, imported_at=now, record=first.record)
        for _ in range(reviews - 1)
    )
    for record in ImportedRecord.objects.filter(user=user):
        ask_for_record(record)


def _bots_game() -> rules.GameState:
    state = rules.new_game(PLAYERS)
    while not state.over:
        if state.needs_deal:
            dealt = deal_round(bytes(SECRET_BYTES), "", PLAYERS, state.round_number)
            state = rules.deal(state, dealt)
        seat = state.to_act[0]
        state = rules.play(state, seat, choose_move("steady", view_for(state, seat), seed=0))
    return state
