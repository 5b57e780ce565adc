"""``manage.py note_finished WORK``."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.models import Upkeep
from games.upkeep.finished import note_finished


class Command(BaseCommand):
    help = (
        "Note that work of an operator has just been finished, for monitors and the page about "
        "operations. The units of backups and of their rehearsal do so at their end."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("work", choices=[Upkeep.BACKUP.value, Upkeep.REHEARSAL.value])

    def handle(self, *args: Any, work: str, **options: Any) -> None:
        note_finished(Upkeep(work))
