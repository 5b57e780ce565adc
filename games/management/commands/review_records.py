"""``manage.py review_records FILE``."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.bots.reviewing.judge_digest import judge_digest
from games.bots.reviewing.review import Review, review
from games.management.lines import lines_of
from games.play.thinking import looks_ahead
from games.review.working import subject_of_record
from games.rules.errors import RuleError
from games.rules.json_values import read_json
from games.rules.records import RecordError


class Command(BaseCommand):
    help = (
        "Review records of finished games (scout-record/1, one per line): print scout-review/1 "
        "for each, as the site gives it for the game itself if its players made all their moves. "
        "Needs no database. Exit status 1 if any record has a fault."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a file of records; - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        all_ok, look_ahead = True, looks_ahead()
        for line in lines_of(options["file"]):
            try:
                subject = subject_of_record(read_json(line))
            except (RecordError, RuleError, ValueError) as fault:
                all_ok = False
                answer: dict[str, Any] = {"ok": False, "error": str(fault)}
            else:
                players = subject.state.players
                judged = tuple(review(subject.state, subject.people, look_ahead=look_ahead))
                answer = Review(
                    players, judge_digest(players, look_ahead=look_ahead), judged
                ).to_json()
            self.stdout.write(json.dumps(answer))
        if not all_ok:
            raise SystemExit(1)
