"""Records of finished games, written once at their end and removed by voiding."""

import json
import logging
import zlib
from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.log.replay import Log
from games.log.rows import LogRows, read_rows
from games.log.store import replay, secret_of
from games.models import Audience, Game, GameRecord, GameStatus, GameSummary
from games.results.conduct import left_in_round
from games.results.tallies import turns_of
from games.rules.records import record_of

logger = logging.getLogger(__name__)

_AT_ONCE = 50


def due_record(
    game: Game, log: Log, rows: LogRows | None = None, secret: bytes | None = None
) -> GameRecord | None:
    """Return the unsaved row ``game`` should have; None while it runs, or if it is voided."""
    if not log.state.over or log.chairs.voided:
        return None
    fixed = {
        "deal": {
            "secret": (secret or secret_of(game)).hex(),
            "commitment": game.commitment,
            "parts": _parts_of(game),
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


def project_record(game: Game, log: Log) -> None:
    """Write the record if ``game`` is over, or remove it; a correct one stays. Under its lock."""
    if not log.over:
        return
    due = due_record(game, log)
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


def store_missing() -> Iterator[int]:
    """Store records of games that ended before there were any, oldest first; yield the games."""
    ended = GameSummary.objects.filter(status=GameStatus.FINISHED, game__record=None)
    ended = ended.order_by("changed_at", "pk")
    after = Q()
    while page := list(ended.filter(after).values_list("changed_at", "pk")[:_AT_ONCE]):
        for _at, game_id in page:
            try:
                _store(game_id)
            except ValueError:
                # One unreadable game must not hold up all others.
                logger.exception("The record of game %s can't be made", game_id)
            yield game_id
        at, last = page[-1]
        after = Q(changed_at__gt=at) | Q(changed_at=at, pk__gt=last)


def _store(game_id: int) -> None:
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        project_record(game, replay(game))


def _packed(*lines: dict[str, Any]) -> bytes:
    text = "\n".join(json.dumps(line, separators=(",", ":")) for line in lines)
    return zlib.compress(text.encode())


def _parts_of(game: Game) -> list[str | None]:
    """What each player added to the shuffle: ``0:9f…,2:03…``."""
    told = dict(entry.split(":", 1) for entry in game.contribution.split(",") if ":" in entry)
    return [told.get(str(seat)) for seat in range(game.players)]


def _sittings_of(game: Game, log: Log, rows: LogRows) -> dict[str, Any]:
    left = left_in_round(rows)
    rounds: list[dict[str, list[str]]] = [{"by": [], "since": [], "at": []} for _ in rows.rounds]
    for turn in turns_of(rows, log.people):
        turns = rounds[turn.round_number]
        turns["by"].append(turn.actor)
        turns["since"].append(turn.since.isoformat())
        turns["at"].append(turn.at.isoformat())
    return {"left": [left.get(seat) for seat in range(game.players)], "turns": rounds}
