"""``manage.py deal SECRET --players N``."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules.cards import PLAYER_COUNTS, card_names
from games.rules.deal import commitment, deal_round


class Command(BaseCommand):
    help = (
        "Deal every round of a finished game again from its secret, for comparison with what "
        "was shown: prints the commitment, then one JSON line per round with its starter and "
        "hands."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("secret", metavar="SECRET", help="64 hexadecimal digits")
        parser.add_argument("--players", type=int, choices=PLAYER_COUNTS, required=True)
        parser.add_argument("--contribution", default="", help="the players' part in the shuffle")

    def handle(self, *args: Any, **options: Any) -> None:
        players = options["players"]
        try:
            secret = bytes.fromhex(options["secret"])
            deals = [
                deal_round(secret, options["contribution"], players, number)
                for number in range(players)
            ]
        except ValueError as error:
            raise CommandError(f"That is not a game's secret: {error}") from error
        self.stdout.write(f"commitment {commitment(secret)}")
        for dealt in deals:
            hands = [card_names(hand) for hand in dealt.hands]
            self.stdout.write(json.dumps({"starter": dealt.starter, "hands": hands}))
