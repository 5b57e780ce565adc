"""``manage.py pack_logs``."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.upkeep.packing import pack_due


class Command(BaseCommand):
    help = (
        "Pack the logs of games that ended more than a month ago, each into one row of about a "
        "sixth of the size. Nothing is lost, and pages and programs see no difference. The worker "
        "does it by itself, some at a time; this doesn’t stop before all are done."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        packed = failed = 0
        for done in pack_due(now=timezone.now()):
            packed += done
            failed += not done
        self.stdout.write(f"{packed:,} logs packed.")
        if failed:
            self.stdout.write(f"{failed:,} can’t be packed: verify_log says why.")
            raise SystemExit(1)
