"""Finished games to look back at, not played move by move."""

from collections.abc import Callable

import pytest

from games.log import store as log
from games.models import Audience, Game
from games.rules.moves import Orient
from games.rules.records import read_record
from tests.logs import write
from tests.rules.examples import RECORDS
from tests.tables import people_game

Played = Callable[..., Game]


@pytest.fixture
def played(db: None, monkeypatch: pytest.MonkeyPatch) -> Played:
    """Return a game of two people with the shortest example's moves.

    `turns` stops after that many in the second round.
    """
    two = [record for record in RECORDS if record["players"] == 2]
    shortest = min(two, key=lambda record: sum(len(one["moves"]) for one in record["rounds"]))
    record = read_record(shortest)
    monkeypatch.setattr(
        log, "deal_round", lambda secret, text, players, number: record.rounds[number].dealt
    )

    rounds = [
        [*((seat, Orient(flip)) for seat, flip in enumerate(entry.flips)), *entry.moves]
        for entry in record.rounds
    ]

    def play(*, turns: int | None = None, audience: Audience = Audience.INVITATION) -> Game:
        game = people_game(2)
        Game.objects.filter(pk=game.pk).update(audience=audience)
        second = rounds[1] if turns is None else rounds[1][: 2 + turns]
        write(game, [*rounds[0], *second])
        game.refresh_from_db()
        return game

    return play
