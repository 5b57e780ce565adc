"""Plays games without a pause and notes each acknowledged move; a process of its own.

    python -m tests.recovery.playing JOURNAL

It ends when the database does.
"""

import sys
import time
from pathlib import Path

import django

django.setup()

# Models can be imported only then.
from django.db import DatabaseError  # noqa: E402

from games.log.store import load  # noqa: E402
from games.models import Actor  # noqa: E402
from games.play.move import enter_move  # noqa: E402
from tests.recovery.journal import Entry, write  # noqa: E402
from tests.tables import next_move, people_game  # noqa: E402

PAUSE = 0.02
"""Seconds between two moves: several who play together leave a core for the database."""


def play(journal: Path) -> None:
    """Play until the database is away."""
    while True:
        game = people_game(4)
        log = load(game)
        while not log.over:
            seat, move = next_move(log.state)
            log = enter_move(
                game_id=game.pk, seat=seat, move=move, seq=log.state.seq, actor=Actor.PLAYER
            ).log
            write(journal, Entry(game.public_id, log.version, log.head, time.time()))
            time.sleep(PAUSE)


if __name__ == "__main__":
    try:
        play(Path(sys.argv[1]))
    except DatabaseError as error:
        sys.exit(f"The database is away: {error}")
