"""Games as programs see them (formats, "Web API")."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from games.lobby.terms import TERMS, Terms
from games.models import Audience, Game, GameStatus, Kind, Seat
from games.play.tables import Table


def game_json(table: Table, *, legal: bool = True) -> dict[str, Any]:
    """Return a game with its viewer's view.

    ``legal`` adds the moves, where the table shows legal sets.
    """
    view = table.view
    legal = legal and table.game.show_legal_sets
    waits = table.seat is not None and table.stamp.status == GameStatus.OPEN
    by_link = waits and table.game.audience == Audience.INVITATION
    answer = {
        **_facts_json(table.game, table.seats, kept=table.chairs.without_player),
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
    """Return a game in a list, without a view."""
    summary, seats = game.summary, list(game.seats.all())
    kept = {seat.number for seat in seats if seat.summary.kept or seat.summary.left}
    return {
        **_facts_json(game, seats, kept=kept),
        "state": str(summary.status),
        "version": summary.version,
        "seq": summary.seq,
        "deadline": instant(summary.deadline),
    }


def _facts_json(game: Game, seats: Sequence[Seat], *, kept: Collection[int]) -> dict[str, Any]:
    return {
        "id": game.public_id,
        **_terms_json(game),
        "seats": [
            {
                "seat": seat.number,
                "name": seat.name,
                "bot": seat.bot or None,
                "bot_account": seat.kind == Kind.BOT and not seat.bot,
                "kept_by": game.substitute if seat.number in kept else None,
                "guest": seat.kind == Kind.GUEST,
                "moderator": seat.kind == Kind.MODERATOR,
            }
            for seat in sorted(seats, key=lambda seat: seat.number)
        ],
    }


def _terms_json(game: Game) -> dict[str, Any]:
    # Each seat tells its bot, and a kept one its substitute.
    told = set(TERMS) - {"bots", "substitute"}
    return {name: value for name, value in asdict(Terms.of(game)).items() if name in told}


def instant(at: datetime | None) -> str | None:
    """Return ``at`` in UTC: ``2026-11-21T18:40:00Z``."""
    return None if at is None else at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
