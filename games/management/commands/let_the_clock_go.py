"""Let the clock take turns although far more are due than ever."""

from typing import Any

from django.core.management.base import BaseCommand

from games.play.sweeping.turns import let_go


class Command(BaseCommand):
    help = (
        "Let the clock take turns that it holds back because far more are due than ever: after a "
        "restored backup, say. First make sure that the time and the database are the right ones."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        due = let_go()
        self.stdout.write(
            f"The clock takes turns in {due} games." if due else "The clock holds nothing back."
        )
