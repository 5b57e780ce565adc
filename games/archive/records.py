"""Records as their readers get them: of a game, of all one's games, and those one imported."""

from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.log.rows import read_rows
from games.log.store import Log, load
from games.models import Game, GameStatus, GameSummary, ImportedRecord, Seat
from games.play.tables import stamp_for
from games.results.tallies import left_in_round, turns_of
from games.rules.records import record_of

_AT_ONCE = 50
LONGEST_NAME = 40


def record_with_names(game: Game) -> dict[str, Any] | None:
    """The record of ``game``; None unless it was finished, and counts.

    In ``meta`` stand who sat where and who left for good, and of each turn by whom and when it was
    made, and since when it was waited for: all that statistics are made of.
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
    """In which round each seat was left for good (None: never), and the turns of each round."""
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
    """The record of a finished game that ``user`` may see; None if there is none for them."""
    stamp = stamp_for(public_id=public_id, user=user, invitation=invitation)
    if stamp is None:
        return None
    return record_with_names(Game.objects.select_related("summary").get(pk=stamp.game_id))


def own_records(*, user: AbstractUser) -> Iterator[dict[str, Any]]:
    """The records of all finished games in which ``user`` had a seat, oldest first, one by one."""
    mine = Seat.objects.filter(user=user.pk).values("game")
    ended = GameSummary.objects.filter(game__in=mine, status=GameStatus.FINISHED)
    games = list(ended.order_by("changed_at", "pk").values_list("pk", flat=True))
    # Keys first: no cursor stays open while somebody reads slowly.
    for start in range(0, len(games), _AT_ONCE):
        page = Game.objects.select_related("summary").in_bulk(games[start : start + _AT_ONCE])
        for pk in games[start : start + _AT_ONCE]:
            record = record_with_names(page[pk]) if pk in page else None
            if record is not None:
                yield record


def names_in(record: dict[str, Any], players: int) -> list[str]:
    """Who sat where by the ``meta`` of a record; numbered players where it doesn't say."""
    meta = record.get("meta") or {}
    told = meta.get("names")
    told = told if isinstance(told, list) and len(told) == players else [""] * players
    names = [shown(name)[:LONGEST_NAME].strip() if isinstance(name, str) else "" for name in told]
    return [name or _("Player {number}").format(number=i + 1) for i, name in enumerate(names)]


def shown(text: str) -> str:
    """``text`` in one line, without characters that can't be seen."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


def imported_by(user: AbstractUser) -> QuerySet[ImportedRecord]:
    """The records that ``user`` imported, the latest first, without the records themselves."""
    return ImportedRecord.objects.filter(user=user.pk).defer("record").order_by("-pk")


def imported_record(public_id: str) -> ImportedRecord | None:
    """The imported record of that address, for whoever knows it."""
    return ImportedRecord.objects.filter(public_id=public_id).first()
