"""Records of finished games, written once at their end and removed by voiding."""

import json
import zlib
from typing import Any

from games.fairness.parts import told_in
from games.log.reading import read_rows
from games.log.replay import Log
from games.log.rows import LogRows
from games.log.store import secret_of
from games.models import OF_A_DAY, Audience, Game, GameRecord
from games.results.conduct import left_in_round
from games.results.tallies import turns_of
from games.rules.records import record_of


def due_record(
    game: Game, log: Log, rows: LogRows | None = None, secret: bytes | None = None
) -> GameRecord | None:
    """Return the unsaved row ``game`` should have; None while it runs, or if it is voided."""
    # A record has as many rounds as players (formats, "Record").
    if not log.state.over or log.chairs.voided or game.occasion in OF_A_DAY:
        return None
    told = told_in(game.contribution)
    fixed = {
        "deal": {
            "secret": (secret or secret_of(game)).hex(),
            "commitment": game.commitment,
            "parts": [told.get(seat) for seat in range(game.players)],
        },
        **_sittings_of(game, log, rows or read_rows(game.pk)),
    }
    return GameRecord(
        game_id=game.pk,
        ended_at=log.changed_at,
        address=game.public_id,
        open=game.audience == Audience.OPEN,
        packed=_packed(record_of(log.state), fixed),
    )


def lines_in(row: GameRecord) -> tuple[str, str]:
    """Return the record, and what of its ``meta`` never changes, as JSON.

    Raise ``ValueError`` if they can't be read.
    """
    try:
        record, fixed = zlib.decompress(row.packed).decode().split("\n")
    except zlib.error as error:
        raise ValueError(f"The record of game {row.game_id} can't be unpacked.") from error
    return record, fixed


def project_record(game: Game, log: Log, rows: LogRows) -> None:
    """Write the record the game should have, or remove it; a correct one stays. Under its lock."""
    due = due_record(game, log, rows)
    written = GameRecord.objects.filter(pk=game.pk)
    if due is None:
        written.delete()
        return
    row = written.first()
    if row is None or not same(row, due):
        due.save()


def same(row: GameRecord, due: GameRecord) -> bool:
    """Return whether both say the same, however they are compressed."""
    columns = ("ended_at", "address", "open")
    if any(getattr(row, column) != getattr(due, column) for column in columns):
        return False
    try:
        return lines_in(row) == lines_in(due)
    except ValueError:
        return False


def _packed(*lines: dict[str, Any]) -> bytes:
    text = "\n".join(json.dumps(line, separators=(",", ":")) for line in lines)
    return zlib.compress(text.encode())


def _sittings_of(game: Game, log: Log, rows: LogRows) -> dict[str, Any]:
    left = left_in_round(rows)
    rounds: list[dict[str, list[str]]] = [{"by": [], "since": [], "at": []} for _ in rows.rounds]
    for turn in turns_of(rows, log.people):
        turns = rounds[turn.round_number]
        turns["by"].append(turn.actor)
        turns["since"].append(turn.since.isoformat())
        turns["at"].append(turn.at.isoformat())
    return {"left": [left.get(seat) for seat in range(game.players)], "turns": rounds}
