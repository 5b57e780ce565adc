"""Records of games."""

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.log.replay import Log
from games.log.rows import read_rows
from games.log.store import load
from games.models import Game, GameStatus, GameSummary, ImportedRecord, Seat
from games.play.stamps import stamp_for
from games.results.tallies import left_in_round, turns_of
from games.rules.records import record_of

_AT_ONCE = 50
LONGEST_NAME = 40


def record_with_names(game: Game) -> dict[str, Any] | None:
    """Return the record of a finished game that counts, or None.

    ``meta`` tells who sat where and who left, and each turn's actor and times.
    """
    log = load(game)
    if not log.state.over or log.chairs.voided:
        return None
    seats = list(game.seats.order_by("number").values_list("name", "bot"))
    meta = {
        "id": game.public_id,
        "name": game.name,
        "ended": game.summary.changed_at.isoformat(),
        "names": [name for name, _bot in seats],
        "bots": [bot or None for _name, bot in seats],
        **_sittings_of(game, log),
    }
    return {**record_of(log.state), "meta": meta}


def _sittings_of(game: Game, log: Log) -> dict[str, Any]:
    rows = read_rows(game.pk)
    left = left_in_round(rows)
    rounds: list[dict[str, list[str]]] = [{"by": [], "since": [], "at": []} for _ in rows.rounds]
    for turn in turns_of(rows, log.people):
        turns = rounds[turn.round_number]
        turns["by"].append(turn.actor)
        turns["since"].append(turn.since.isoformat())
        turns["at"].append(turn.at.isoformat())
    return {"left": [left.get(seat) for seat in range(game.players)], "turns": rounds}


def record_to_keep(
    *, public_id: str, user: AbstractUser | AnonymousUser, invitation: str = ""
) -> dict[str, Any] | None:
    """Return a finished game's record if ``user`` may see it."""
    stamp = stamp_for(public_id=public_id, user=user, invitation=invitation)
    if stamp is None:
        return None
    return record_with_names(Game.objects.select_related("summary").get(pk=stamp.game_id))


def own_records(*, user: AbstractUser) -> Iterator[dict[str, Any]]:
    """Yield records of the user's finished games, oldest first."""
    mine = Seat.objects.filter(user=user.pk).values("game")
    ended = GameSummary.objects.filter(game__in=mine, status=GameStatus.FINISHED)
    games = list(ended.order_by("changed_at", "pk").values_list("pk", flat=True))
    # Keys first: no cursor stays open for a slow client.
    for start in range(0, len(games), _AT_ONCE):
        page = Game.objects.select_related("summary").in_bulk(games[start : start + _AT_ONCE])
        for pk in games[start : start + _AT_ONCE]:
            record = record_with_names(page[pk]) if pk in page else None
            if record is not None:
                yield record


def names_in(record: dict[str, Any], players: int) -> list[str]:
    """Return names from ``meta``, or numbered players."""
    meta = record.get("meta") or {}
    told = meta.get("names")
    told = told if isinstance(told, list) and len(told) == players else [""] * players
    names = [shown(name)[:LONGEST_NAME].strip() if isinstance(name, str) else "" for name in told]
    return [name or _("Player {number}").format(number=i + 1) for i, name in enumerate(names)]


def shown(text: str) -> str:
    """Return ``text`` in one line, without invisible characters."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


def imported_by(user: AbstractUser) -> QuerySet[ImportedRecord]:
    """Return imported records, latest first, without contents."""
    return ImportedRecord.objects.filter(user=user.pk).defer("record").order_by("-pk")


def imported_record(public_id: str) -> ImportedRecord | None:
    """Return the record at that address."""
    return ImportedRecord.objects.filter(public_id=public_id).first()
