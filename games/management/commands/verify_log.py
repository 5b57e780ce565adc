"""``manage.py verify_log [GAME …]``."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.management.games import add_games_argument, chosen_games
from games.management.progress import with_progress
from games.upkeep.verify import first_fault
from games.upkeep.verify_players import former_fault, player_faults, users_to_verify


class Command(BaseCommand):
    help = (
        "Replay games from their logs and check the chain, the deals, the moves, the scores and "
        "everything computed from them; then the statistics and ratings of the players of these "
        "games, or of everybody. Names the first fault of each game and player; exit status 1 "
        "if there is one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_games_argument(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        games = chosen_games(options["games"])
        faulty = 0
        total = games.count()
        for game in with_progress(games.iterator(), total, "Checked"):
            fault = first_fault(game)
            if fault is not None:
                faulty += 1
                self.stdout.write(f"{game.public_id}: {fault}")
        self.stdout.write(f"{total - faulty} of {total} games are intact.")
        users = users_to_verify(games if options["games"] else None)
        checked = with_progress(player_faults(users), len(users), "Players checked")
        faults = [fault for fault in checked if fault]
        if not options["games"] and (fault := former_fault()):
            faults.append(fault)
        for fault in faults:
            self.stdout.write(fault)
        if faulty or faults:
            raise SystemExit(1)
