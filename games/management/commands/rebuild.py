"""``manage.py rebuild [GAME …]``."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.management.games import add_games_argument, chosen_games
from games.management.progress import with_progress
from games.management.rebuilding import rebuild_everybody
from games.upkeep.rebuild import rebuild, rebuild_players


class Command(BaseCommand):
    help = (
        "Recreate the lists and scores of games from their logs, then everybody's statistics "
        "and ratings. Nothing else changes."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_games_argument(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        games = chosen_games(options["games"])
        total = games.count()
        failed = 0
        concerned = []
        for game in with_progress(games.iterator(), total, "Rebuilt"):
            try:
                found = rebuild(game_id=game.pk)
            except ValueError as error:
                failed += 1
                self.stdout.write(f"{game.public_id}: its log can't be replayed ({error})")
            else:
                if options["games"]:
                    concerned.append(found)
        if options["games"]:
            rebuild_players(concerned)
        else:
            rebuild_everybody()
        if failed:
            raise SystemExit(1)
