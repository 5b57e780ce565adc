"""Measure turn emails: many due turns in a temporary database, and two senders.

One sender is killed and restarted midway. Exit with 1 if a turn is in no email, or in two.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.management.base import CommandError, OutputWrapper
from django.db import connection
from django.utils import timezone

from games.models import Notice, NoticeState
from games.telling.sending import send_due
from scoutsite.benchmarks.databases import own_database
from scoutsite.benchmarks.due_turns import Arrivals, make_due_turns

SENDERS = 2


def add_arguments(parser: ArgumentParser) -> None:
    """Add options."""
    parser.add_argument("--turns", type=int, default=100_000, help="default: 100000")
    parser.add_argument("--users", type=int, help="default: one per 4 turns")
    parser.add_argument("--no-kill", action="store_true", help="kill no sender")
    parser.add_argument(
        "--sender", action="store_true", help="be one of the senders (used by this command itself)"
    )


def run(options: dict[str, Any], stdout: OutputWrapper) -> None:
    """Print what arrived; exit with 1 if emails were lost or doubled."""
    if options["sender"]:
        _send_all()
        return
    turns = options["turns"]
    users = options["users"] or max(1, turns // 4)
    with own_database("mail"):
        fine = _measure(turns, users, stdout, kill=not options["no_kill"])
    if not fine:
        sys.exit(1)


def _measure(turns: int, users: int, stdout: OutputWrapper, *, kill: bool) -> bool:
    try:
        from aiosmtpd.controller import Controller
    except ImportError as error:
        raise CommandError(
            "aiosmtpd, which the tests also need, is missing: run make test"
        ) from error
    _say(f"{turns:,} due turns for {users:,} users: creating them", stdout)
    make_due_turns(turns, users)
    due = set(
        Notice.objects.filter(state=NoticeState.DUE).values_list("game__public_id", flat=True)
    )
    arrivals = Arrivals()
    port = _free_port()
    server = Controller(arrivals, hostname="127.0.0.1", port=port, ready_timeout=20)
    server.start()
    begun = time.monotonic()
    senders = [_sender(port) for _ in range(SENDERS)]
    kills = 0
    while any(sender.poll() is None for sender in senders):
        time.sleep(0.1)
        if kill and not kills and sum(arrivals.mails.values()) >= users * 2 // 5:
            senders[0].send_signal(signal.SIGKILL)
            senders[0].wait()
            senders[0] = _sender(port)
            kills += 1
            _say("a sender was killed and restarted", stdout)
    seconds = time.monotonic() - begun
    server.stop()
    return _report(due, arrivals, seconds, kills, stdout)


def _report(
    due: set[str], arrivals: Arrivals, seconds: float, kills: int, stdout: OutputWrapper
) -> bool:
    told = arrivals.mails_of_tables()
    mails, again = len(arrivals.mails), sum(arrivals.mails.values()) - len(arrivals.mails)
    lost = sum(1 for table in due if table.encode() not in told)
    doubled = sum(1 for count in told.values() if count > 1)
    left = Notice.objects.exclude(state=NoticeState.SENT).count()
    _say(
        f"{mails:,} emails about {len(told):,} turns in {seconds:.0f} s: "
        f"{mails / seconds:.0f} emails/s, {SENDERS * 1000 * seconds / mails:.1f} ms per email "
        f"and sender\nlost: {lost}, in two emails: {doubled}, "
        f"notices not closed as sent: {left}\n"
        f"sent again under the same Message-ID after {kills} kill: {again}",
        stdout,
    )
    return not (lost or doubled or left or again > kills)


def _say(line: str, stdout: OutputWrapper) -> None:
    stdout.write(line)
    stdout.flush()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def _send_all() -> None:
    due = Notice.objects.filter(state=NoticeState.DUE)
    while due.filter(due_at__lte=timezone.now()).exists():
        send_due()


def _sender(port: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "bench", "mail", "--sender"],
        env={
            **os.environ,
            "DATABASE_URL": _database_url(),
            "EMAIL_URL": f"smtp://127.0.0.1:{port}",
            "REDIS_URL": "",
        },
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
