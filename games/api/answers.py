"""Games as programs see them: the shapes of the project's formats, "Web API"."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from games.models import Audience, Game, GameStatus, Seat
from games.play.tables import Table


def game_json(table: Table, *, legal: bool = True) -> dict[str, Any]:
    """A game with the view of its reader; with ``legal`` false the list of moves is left out."""
    view = table.view
    waits = table.seat is not None and table.stamp.status == GameStatus.OPEN
    by_link = waits and table.game.audience == Audience.INVITATION
    answer = {
        **_facts_json(table.game, table.seats),
        "state": str(table.stamp.status),
        "version": table.stamp.version,
        "seq": table.stamp.seq,
        "deadline": instant(table.deadline),
        "invitation": table.game.invitation if by_link else None,
        "view": view and view.to_json(legal=legal),
    }
    if legal and table.seat in table.chairs.without_player and answer["view"]:
        # A bot acts for this seat until its player takes the chair back.
        answer["view"]["legal"] = []
    return answer


def row_json(game: Game) -> dict[str, Any]:
    """A game in a list, with its summary and seats at hand: as alone, but without a view."""
    summary = game.summary
    return {
        **_facts_json(game, list(game.seats.all())),
        "state": str(summary.status),
        "version": summary.version,
        "seq": summary.seq,
        "deadline": instant(summary.deadline),
    }


def _facts_json(game: Game, seats: Sequence[Seat]) -> dict[str, Any]:
    return {
        "id": game.public_id,
        "name": game.name,
        "players": game.players,
        "turn_seconds": game.turn_seconds,
        "rated": game.rated,
        "seats": [
            {
                "seat": seat.number,
                "name": seat.name,
                "bot": seat.bot or None,
                "kept_by": game.substitute if _is_kept(seat) else None,
            }
            for seat in sorted(seats, key=lambda seat: seat.number)
        ],
    }


def instant(at: datetime | None) -> str | None:
    """``at`` in UTC as ``2026-11-21T18:40:00Z``, to the second; None stays None."""
    return None if at is None else at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _is_kept(seat: Seat) -> bool:
    summary = getattr(seat, "summary", None)
    return summary is not None and (summary.kept or summary.left)
