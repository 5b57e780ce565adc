"""The seals of the log are those of the documented canonical form."""

import hashlib
import hmac
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from games.log.store import secret_of
from games.models import Game, Hand, Move, Round
from tests.tables import bot_game, play_on


@pytest.mark.django_db
@pytest.mark.parametrize("log_format", [1, 2])
def test_seals_can_be_computed_by_anyone_who_has_the_secret(
    monkeypatch: pytest.MonkeyPatch, log_format: int
) -> None:
    monkeypatch.setattr(Game._meta.get_field("log_format"), "default", log_format)
    game = bot_game(3)
    play_on(game, moves=5)
    key = hmac.new(secret_of(game), b"scout-log/1", hashlib.sha256).digest()

    def seal(before: str, table: str, row: dict[str, object]) -> str:
        text = json.dumps({"row": row, "table": table}, sort_keys=True, separators=(",", ":"))
        return hmac.new(key, f"{before}\n{text}".encode(), hashlib.sha256).hexdigest()

    def plain(row: dict[str, object]) -> dict[str, object]:
        del row["mac"]
        if log_format == 2:
            row.pop("game_id", None)
        # Rows that open no decision with a clock are sealed as all rows were before there were any.
        if row.get("deadlines", 0) is None:
            del row["deadlines"]
        for name, value in row.items():
            if name.endswith("id") and not isinstance(value, int):
                row[name] = str(value)
        return row

    def when(value: datetime) -> str:
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f+00:00")

    facts: dict[str, object] = {
        "public_id": game.public_id,
        "players": 3,
        "rules_version": 1,
        "commitment": game.commitment,
        "contribution": game.contribution,
        "created_at": when(game.created_at),
    }
    # The running numbers of older games are in their seals.
    facts |= {"id": game.pk} if log_format == 1 else {"log_format": 2}
    before = seal("", "game", facts)
    dealt = Round.objects.get(game=game)
    rows: list[tuple[str, Any]] = [("round", Round.objects.filter(game=game).values().get())]
    rows += [("hand", row) for row in Hand.objects.filter(round=dealt).order_by("seat").values()]
    rows += [("move", row) for row in Move.objects.filter(game=game).order_by("version").values()]
    assert len(rows) == 1 + 3 + 5
    for table, row in rows:
        mac = row["mac"]
        if "created_at" in row:
            row["created_at"] = when(row["created_at"])
        before = seal(before, table, plain(row))
        assert mac == before
