"""``manage.py verify_log [GAME …]`` and ``manage.py verify_log --since DATE``."""

from argparse import ArgumentParser, ArgumentTypeError
from datetime import UTC, date, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.games import add_games_argument, chosen_games, touched_since
from games.management.progress import with_progress
from games.management.verifying import verified
from games.models import Upkeep
from games.upkeep.finished import note_finished
from games.upkeep.verify_days import day_faults
from games.upkeep.verify_players import former_fault, player_faults, users_to_verify


class Command(BaseCommand):
    help = (
        "Replay games from their logs and check the chain, the deals, the moves, the scores and "
        "everything computed from them; then the roots of the days, and the statistics and "
        "ratings of the players of these games, or of everybody. Names the first fault of each "
        "game, day and player; exit status 1 if there is one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_games_argument(parser)
        parser.add_argument(
            "--since",
            type=_moment,
            metavar="DATE",
            help="check only games that have changed since then (a date or time, UTC if it doesn’t "
            "say otherwise), their players, and the roots of the days since then",
        )
        parser.add_argument(
            "--processes", type=int, default=2, help="that check games (default: 2)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["processes"] < 1:
            raise CommandError("There must be 1 process or more.", returncode=2)
        since: datetime | None = options["since"]
        if since and options["games"]:
            raise CommandError("Name games or give --since, not both.", returncode=2)
        games = touched_since(since) if since else chosen_games(options["games"])
        faulty = 0
        total = games.count()
        checked = verified(games, options["processes"])
        for one in with_progress(checked, total, "Checked"):
            if one.fault is not None:
                faulty += 1
                self.stdout.write(f"{one.public_id}: {one.fault}")
        self.stdout.write(f"{total - faulty} of {total} games are intact.")
        faults = []
        if not options["games"]:
            days = [*day_faults(since.astimezone(UTC).date() if since else date.min)]
            faults += [fault for fault in days if fault]
            self.stdout.write(f"{len(days) - len(faults)} of {len(days)} days have their roots.")
        users = users_to_verify(games if since or options["games"] else None)
        looked_at = with_progress(player_faults(users), len(users), "Players checked")
        faults += [fault for fault in looked_at if fault]
        if not options["games"] and (fault := former_fault()):
            faults.append(fault)
        for fault in faults:
            self.stdout.write(fault)
        if not (since or options["games"]):
            note_finished(Upkeep.VERIFY_LOG, well=not (faulty or faults))
        if faulty or faults:
            raise SystemExit(1)


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(
            f"{text!r} is no date like 2026-11-30 or 2026-11-30T18:00"
        ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
