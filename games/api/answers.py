"""Games as programs see them (formats, "Web API")."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import Any

from django.utils import timezone

from games.fairness.parts import parts_of, proof_of, sent_at
from games.lobby.terms import TERMS, Terms
from games.models import OVER, Audience, Game, GameStatus, Kind, Seat
from games.people.away import away_at
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
        **_facts_json(table.game, table.seats, kept=table.chairs.without_player, away=table.away),
        "state": str(table.stamp.status),
        "version": table.stamp.version,
        "seq": table.stamp.seq,
        "head": table.head,
        "deadline": instant(table.deadline),
        "rewind": asked_json(table),
        **_deal_json(table),
        "invitation": table.game.invitation if by_link else None,
        "view": view and view.to_json(legal=legal),
    }
    if legal and table.seat in table.chairs.without_player and answer["view"]:
        # A bot acts for this seat until its player takes the chair back.
        answer["view"]["legal"] = []
    return answer


def asked_json(table: Table) -> dict[str, Any] | None:
    """Return what the table is asked to take back, if anything."""
    asked = table.chairs.asked
    if asked is None:
        return None
    return {
        "to": asked.to,
        "by": asked.seat,
        "agreed": sorted(asked.agreed),
        "until": instant(asked.until),
    }


def _deal_json(table: Table) -> dict[str, Any]:
    """Return what the deal can be checked by."""
    game, opened = table.game, table.secret is not None
    if game.hides_deal and not opened:
        # Even the commitment would name the game whose deal it is.
        nothing = [None] * game.players
        return {
            "commitment": None,
            "secret": None,
            "proof": None,
            "parts": nothing,
            "parts_sent": nothing,
        }
    begun = table.stamp.status != GameStatus.OPEN
    return {
        "commitment": game.commitment,
        "parts": parts_of(game, table.seats),
        "parts_sent": sent_at(game, table.seats),
        "secret": table.secret,
        "proof": proof_of(game, begun=begun),
    }


def row_json(game: Game, user_id: int | None) -> dict[str, Any]:
    """Return a game in a user's list, without a view."""
    summary, seats = game.summary, list(game.seats.all())
    own = (seat.summary.deadline for seat in seats if seat.user_id == user_id)
    kept = {seat.number for seat in seats if seat.summary.kept or seat.summary.left}
    left = {seat.number for seat in seats if seat.summary.left}
    over = summary.status in OVER
    away = {} if over else away_at(game, seats, timezone.now(), left=left)
    return {
        **_facts_json(game, seats, kept=kept, away=away),
        "state": str(summary.status),
        "version": summary.version,
        "seq": summary.seq,
        "deadline": instant(min(filter(None, own), default=summary.deadline)),
    }


def _facts_json(
    game: Game, seats: Sequence[Seat], *, kept: Collection[int], away: Mapping[int, date]
) -> dict[str, Any]:
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
                "holiday_until": away[seat.number].isoformat() if seat.number in away else None,
            }
            for seat in sorted(seats, key=lambda seat: seat.number)
        ],
    }


def _terms_json(game: Game) -> dict[str, Any]:
    # Each seat tells its bot, and a kept one its substitute.
    told = set(TERMS) - {"bots", "substitute"}
    terms = {name: value for name, value in asdict(Terms.of(game)).items() if name in told}
    terms["for_bot_accounts"] = game.for_bot_accounts
    return {**terms, "starts_at": instant(game.starts_at)}


def instant(at: datetime | None) -> str | None:
    """Return ``at`` in UTC: ``2026-11-21T18:40:00Z``."""
    return None if at is None else at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
