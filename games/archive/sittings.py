"""The times of each player in a chair, and the moves and hands that they may be told."""

from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.models import AbstractUser

from games.models import NOT_OVER, ChairEvent, FormerPlayer, Seat
from games.rules.moves import Orient

Told = list[dict[str, Any]]
Rows = dict[tuple[int, int], Told]
"""By game and seat."""

_PUBLIC = ("round", "version", "actor", "type", "end", "created_at")
"""What a spectator knows of a move, too."""


class Sitting(NamedTuple):
    """A user's time in a chair, by the versions of its game's log."""

    seat: Seat
    """With its game and summary; it may be another's by now."""
    name: str
    since: int = 0
    """The row with which they sat down; 0 if they sat there when the game began."""
    ended_at: datetime | None = None
    """When another sat down; None if the chair is theirs."""

    @property
    def key(self) -> tuple[int, int]:
        return self.seat.game_id, self.seat.number

    @property
    def _over(self) -> bool:
        return self.seat.game.summary.status not in NOT_OVER

    def own_moves(self, rows: Told) -> Told:
        """Return those of the chair's ``rows`` that are of their time."""
        until = self._until(rows)
        own = [
            row
            for row in rows
            if self.since <= row["version"] and (until is None or row["version"] < until)
        ]
        if self._over or not self._is_gone(rows):
            return own
        return [
            {column: row[column] for column in _PUBLIC if column in row}
            for row in own
            if row["type"] != Orient.type
        ]

    def own_hands(self, hands: Told, rows: Told) -> Told:
        """Return the hands of their rounds; ``rows`` are the chair's."""
        if not self._over and self._is_gone(rows):
            return []
        rounds = {row["version"]: row["round"] for row in rows}
        # In the round in which they sat down they know the hand only from then on.
        first = rounds.get(self.since, 0) + (not self._over) if self.since else 0
        last = rounds.get(self._until(rows))
        return [
            hand
            for hand in hands
            if first <= hand["round"] and (last is None or hand["round"] <= last)
        ]

    def _is_gone(self, rows: Told) -> bool:
        left = any(row["type"] == ChairEvent.LEAVE for row in rows)
        return left or self.ended_at is not None or self._until(rows) is not None

    def _until(self, rows: Told) -> int | None:
        """Return the row with which another sat down.

        It is read with what was played since: no later move comes without it.
        """
        taken = (row["version"] for row in rows if row["type"] == ChairEvent.NEW_PLAYER)
        return next((version for version in taken if version > self.since), None)


def sittings_of(user: AbstractUser) -> list[Sitting]:
    """Return the user's chairs, and those that others have taken; by game and seat."""
    mine = Seat.objects.filter(user=user.pk).select_related("game__summary")
    had = FormerPlayer.objects.filter(user=user.pk).select_related("seat__game__summary")
    former = list(had.order_by("version"))
    seats = list(mine.order_by("game", "number"))
    taken = [seat.pk for seat in seats if seat.taken_at is not None]
    before: dict[int, list[int]] = {}
    rows = FormerPlayer.objects.filter(seat__in=[*taken, *(each.seat_id for each in former)])
    for seat_id, version in rows.order_by("version").values_list("seat", "version"):
        before.setdefault(seat_id, []).append(version)
    sittings = [
        Sitting(seat, seat.name, since=max(before.get(seat.pk, []), default=0)) for seat in seats
    ]
    sittings += [
        Sitting(
            each.seat,
            each.name,
            since=max((at for at in before[each.seat_id] if at < each.version), default=0),
            ended_at=each.until,
        )
        for each in former
    ]
    return sorted(sittings, key=lambda each: (*each.key, each.since))
