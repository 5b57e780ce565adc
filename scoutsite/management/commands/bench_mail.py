"""``manage.py bench_mail [--turns N] [--users N] [--no-kill]``."""

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
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from games.models import Notice, NoticeState
from games.telling.sending import send_due
from scoutsite.benchmarks.due_turns import Arrivals, make_due_turns

SENDERS = 2


class Command(BaseCommand):
    help = (
        "Measure the mails about turns: many due turns in a database of their own, two processes "
        "that send, a mail server that counts. One sender is killed and started again midway. "
        "Exit status 1 if a turn was told of in no mail, or in two."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--turns", type=int, default=100_000)
        parser.add_argument("--users", type=int, help="default: one for each 4 turns")
        parser.add_argument("--no-kill", action="store_true", help="let both senders live")
        parser.add_argument(
            "--sender", action="store_true", help="be one of the senders (what this command runs)"
        )

    def handle(self, *args: Any, turns: int, users: int | None, **options: Any) -> None:
        if options["sender"]:
            _send_all()
            return
        users = users or max(1, turns // 4)
        test = connection.settings_dict["TEST"]
        test["NAME"] = f"bench_mail_{os.getpid()}"
        if connection.vendor == "sqlite":
            test["NAME"] = str(settings.VAR_DIR / f"{test['NAME']}.sqlite3")
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            if not self._measure(turns, users, kill=not options["no_kill"]):
                sys.exit(1)
        finally:
            connection.creation.destroy_test_db(settings.DATABASES["default"]["NAME"], verbosity=0)

    def _measure(self, turns: int, users: int, *, kill: bool) -> bool:
        try:
            from aiosmtpd.controller import Controller
        except ImportError as error:
            raise CommandError("aiosmtpd is needed, as the tests need it: make test") from error
        self._say(f"{turns:,} due turns of {users:,} users are being made")
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
                self._say("a sender was killed, and another one started")
        seconds = time.monotonic() - begun
        server.stop()
        return self._report(due, arrivals, seconds, kills)

    def _report(self, due: set[str], arrivals: Arrivals, seconds: float, kills: int) -> bool:
        told = arrivals.mails_of_tables()
        mails, again = len(arrivals.mails), sum(arrivals.mails.values()) - len(arrivals.mails)
        lost = sum(1 for table in due if table.encode() not in told)
        doubled = sum(1 for count in told.values() if count > 1)
        left = Notice.objects.exclude(state=NoticeState.SENT).count()
        self._say(
            f"{mails:,} mails about {len(told):,} turns in {seconds:.0f} s: "
            f"{mails / seconds:.0f} mails/s, {SENDERS * 1000 * seconds / mails:.1f} ms a mail and "
            f"sender\nlost: {lost}, in two mails: {doubled}, notices not closed as sent: {left}\n"
            f"sent again under the same Message-ID after {kills} kill: {again}"
        )
        return not (lost or doubled or left or again > kills)

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def _send_all() -> None:
    """Send until nothing is due any more."""
    due = Notice.objects.filter(state=NoticeState.DUE)
    while due.filter(due_at__lte=timezone.now()).exists():
        send_due()


def _sender(port: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "bench_mail", "--sender"],
        env={
            **os.environ,
            "DATABASE_URL": _database_url(),
            "EMAIL_URL": f"smtp://127.0.0.1:{port}",
            "REDIS_URL": "",
        },
    )


def _database_url() -> str:
    """The database at hand as DATABASE_URL names it."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    user, password, host = (
        quote(str(database[part]), safe="") for part in ("USER", "PASSWORD", "HOST")
    )
    port = f":{database['PORT']}" if database["PORT"] else ""
    return f"postgres://{user}:{password}@{host}{port}/{database['NAME']}"
