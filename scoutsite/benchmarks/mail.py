"""Measure how turns are told: many due turns in a temporary database, and two senders.

Emails, pushes and webhooks are measured one after another. One sender is killed and restarted
midway. Exit with 1 if a turn is told nowhere, or twice otherwise than by what was under way then.
"""

import os
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.management.base import OutputWrapper
from django.db import connection

from games.models import Notice, NoticeState, Way
from games.telling import closing, posting
from games.telling.sending import send_due
from games.telling.withdrawing import withdraw_gone
from scoutsite.benchmarks.arrivals import Arrivals, https_server, mail_server
from scoutsite.benchmarks.databases import own_database
from scoutsite.benchmarks.due_turns import make_due_turns, paths_of_turns
from scoutsite.benchmarks.local_network import use_local_network
from scoutsite.secret_key import new_vapid_key

SENDERS = 2
_WAYS = (Way.MAIL, Way.PUSH, Way.HOOK)
_THINGS = {Way.MAIL: "emails", Way.PUSH: "pushes", Way.HOOK: "hooks"}
_MOST_TRIES = 3


def add_arguments(parser: ArgumentParser) -> None:
    """Add options."""
    parser.add_argument("--turns", type=int, default=100_000, help="default: 100000")
    parser.add_argument("--users", type=int, help="default: one per 4 turns")
    parser.add_argument(
        "--way", nargs="+", choices=[way.value for way in _WAYS], help="default: all, in turn"
    )
    parser.add_argument(
        "--claim-seconds",
        type=int,
        default=closing.CLAIMED_FOR.seconds,
        help="how long a killed sender's notices wait; default: as on the site",
    )
    parser.add_argument("--no-kill", action="store_true", help="kill no sender")
    parser.add_argument(
        "--sender",
        choices=[way.value for way in _WAYS],
        help="be one of the senders (used by this command itself)",
    )


def run(options: dict[str, Any], stdout: OutputWrapper) -> None:
    """Print what arrived; exit with 1 if something was lost or doubled."""
    if options["sender"]:
        _send_all(Way(options["sender"]), timedelta(seconds=options["claim_seconds"]))
        return
    turns = options["turns"]
    users = options["users"] or max(1, turns // 4)
    fine = True
    for way in map(Way, options["way"] or _WAYS):
        with own_database(f"mail_{way}"):
            seconds = options["claim_seconds"]
            fine &= _measure(way, turns, users, stdout, seconds, kill=not options["no_kill"])
    if not fine:
        sys.exit(1)


def _measure(
    way: Way, turns: int, users: int, stdout: OutputWrapper, claim_seconds: int, *, kill: bool
) -> bool:
    _say(f"{_THINGS[way]}: {turns:,} due turns for {users:,} users: creating them", stdout)
    make_due_turns(turns, users, way)
    due = set(
        Notice.objects.filter(state=NoticeState.DUE).values_list("game__public_id", flat=True)
    )
    arrivals = Arrivals()
    with _server(way, arrivals) as environment:
        begun = time.monotonic()
        senders = [_sender(way, claim_seconds, environment) for _ in range(SENDERS)]
        kills = 0
        expected = users if way == Way.MAIL else turns
        while any(sender.poll() is None for sender in senders):
            time.sleep(0.1)
            if kill and not kills and sum(arrivals.names.values()) >= expected * 2 // 5:
                senders[0].send_signal(signal.SIGKILL)
                senders[0].wait()
                senders[0] = _sender(way, claim_seconds, environment)
                kills += 1
                _say("a sender was killed and restarted", stdout)
    # An email is noted when it was sent; pushes and hooks are noted after a batch.
    each_batch = 1 if way == Way.MAIL else posting.MOST_POSTS
    return _report(way, due, arrivals, begun, (kills, kills * each_batch), stdout)


@contextmanager
def _server(way: Way, arrivals: Arrivals) -> Iterator[dict[str, str]]:
    if way == Way.MAIL:
        with mail_server(arrivals) as environment:
            yield environment
    else:
        with https_server(arrivals, way, paths_of_turns()) as environment:
            yield environment | {"VAPID_PRIVATE_KEY": new_vapid_key()}


def _report(
    way: Way,
    due: set[str],
    arrivals: Arrivals,
    begun: float,
    kills: tuple[int, int],
    stdout: OutputWrapper,
) -> bool:
    told = arrivals.times_told()
    count, again = len(arrivals.names), arrivals.names.total() - len(arrivals.names)
    lost = len(due - told.keys())
    doubled = sum(1 for times in told.values() if times > 1)
    left = _untold(way).count()
    seconds, all_seconds = arrivals.busy_seconds(begun), time.monotonic() - begun
    killed, most_again = kills
    things = _THINGS[way]
    _say(
        f"{count:,} {things} about {len(told):,} turns in {seconds:.0f} s: "
        f"{count / seconds:.0f} {things}/s, {SENDERS * 1000 * seconds / max(1, count):.1f} ms each "
        f"per sender ({all_seconds:.0f} s in all, with pauses)\n"
        f"lost: {lost}, told twice: {doubled}, notices left open: {left}\n"
        f"sent again under the same name after {killed} kill: {again} (at most {most_again})",
        stdout,
    )
    for fault, number in arrivals.faults.items():
        _say(f"{fault}: {number}", stdout)
    if way == Way.PUSH:
        began = time.perf_counter()
        gone = withdraw_gone()
        took = time.perf_counter() - began
        _say(
            f"{arrivals.decrypted:,} pushes were decrypted; "
            f"one look for what to take back: {took * 1000:.0f} ms ({gone} found)",
            stdout,
        )
    return not (lost or doubled or left or again > most_again or arrivals.faults)


def _say(line: str, stdout: OutputWrapper) -> None:
    stdout.write(line)
    stdout.flush()


def _untold(way: Way) -> Any:
    return Notice.objects.filter(way=way, told=0).exclude(state=NoticeState.UNREAD)


def _send_all(way: Way, claimed_for: timedelta) -> None:
    closing.CLAIMED_FOR = claimed_for
    if way == Way.MAIL:
        send = send_due
    else:
        use_local_network()
        send = posting.post_due
    waiting = _untold(way).filter(state=NoticeState.DUE, attempts__lt=_MOST_TRIES)
    while waiting.exists():
        if not send():
            # What a killed sender had claimed.
            time.sleep(0.5)


def _sender(way: Way, claim_seconds: int, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    manage = str(settings.BASE_DIR / "manage.py")
    return subprocess.Popen(
        [
            *(sys.executable, manage, "bench", "mail", "--sender", way.value),
            *("--claim-seconds", str(claim_seconds)),
        ],
        env={**os.environ, "DATABASE_URL": _database_url(), "REDIS_URL": "", **environment},
    )


def _database_url() -> str:
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    user, password, host = (
        quote(str(database[part]), safe="") for part in ("USER", "PASSWORD", "HOST")
    )
    port = f":{database['PORT']}" if database["PORT"] else ""
    return f"postgres://{user}:{password}@{host}{port}/{database['NAME']}"
