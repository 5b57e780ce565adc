"""Everyone seated in a game, with what a move must know of them."""

from collections import defaultdict
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import FilteredRelation, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import SanctionKind, Seat
from games.models.prepared import Prepared
from games.people.kinds import KIND
from games.people.recipients import COLUMNS, Place, Recipient, recipient_of
from games.people.standing import KEEP_AWAY, Standing, refusal_for
from games.rules.errors import RuleError

_SEAT = [field.attname for field in Seat._meta.concrete_fields]
_HOLIDAYS = COLUMNS.index("holidays")
_SANCTION = ("kind", "until", "reason", "pk")
_SEATED = Prepared(
    lambda game: (
        Seat.objects.filter(game=game)
        .annotate(
            sanction=FilteredRelation(
                "user__sanctions", condition=Q(user__sanctions__ended_at=None)
            ),
            destination=FilteredRelation(
                "user__destinations", condition=Q(user__destinations__off_since=None)
            ),
            **KIND,
        )
        .order_by("number", "sanction__pk", "destination__pk")
        .values_list(
            *_SEAT,
            *("kind", "user__taste"),
            *("destination__way", "destination__pk"),
            *(f"sanction__{column}" for column in _SANCTION),
            *(f"user__{column}" for column in COLUMNS),
        )
    ),
    int,
)


class Seated(NamedTuple):
    """A seat and its player."""

    seat: Seat
    recipient: Recipient | None
    """How its player is told; None for bots and players who are gone."""
    sanctions: tuple[Standing, ...]
    """In force, oldest first."""
    taste: str = ""
    """How its player likes tables; nobody else may know."""


def seated_at(game_id: int) -> list[Seated]:
    """Return the seats by number, with players; one query."""
    now = timezone.now()
    rows: dict[int, list[_Row]] = defaultdict(list)
    for columns in _SEATED(game_id):
        row = _Row.of(columns)
        rows[row.seat[0]].append(row)
    return [_seated(own, now) for own in rows.values()]


class _Row(NamedTuple):
    """One seat, with one of its player's sanctions and destinations."""

    seat: tuple[Any, ...]
    kind: str
    taste: str | None
    destination: Place | None
    sanction: tuple[Any, ...]
    player: tuple[Any, ...]

    @classmethod
    def of(cls, columns: tuple[Any, ...]) -> "_Row":
        seat, (kind, taste, way, key, *rest) = columns[: len(_SEAT)], columns[len(_SEAT) :]
        sanction, player = rest[: len(_SANCTION)], rest[len(_SANCTION) :]
        place = Place(way, key) if key is not None else None
        return cls(seat, kind, taste, place, tuple(sanction), tuple(player))


def _seated(rows: list[_Row], now: datetime) -> Seated:
    first = rows[0]
    seat = Seat.from_db(connection.alias, _SEAT, first.seat)
    seat.kind = first.kind
    seat.holidays = first.player[_HOLIDAYS]
    places = dict.fromkeys(row.destination for row in rows if row.destination)
    sanctions = [Standing(*each) for each in dict.fromkeys(row.sanction for row in rows)]
    return Seated(
        seat,
        recipient_of(first.player, tuple(places)),
        tuple(
            each
            for each in sanctions
            if each.kind is not None and (each.until is None or each.until > now)
        ),
        first.taste or "",
    )


def refuse_another_at(game_id: int, seat: int, user_id: int | None) -> None:
    """Do the same as ``refuse_another``, given the seat’s number."""
    if user_id is not None:
        refuse_another(Seat.objects.get(game=game_id, number=seat), user_id)


def refuse_another(seat: Seat, user_id: int | None) -> None:
    """Raise ``not_seated`` if the seat is another’s than ``user_id``’s (None: nobody asks).

    A door finds the seat before the game is locked; meanwhile somebody may have taken the chair.
    """
    if user_id is not None and seat.user_id != user_id:
        raise RuleError("not_seated", _("You have no chair at this table."))


def refuse_to_play(seated: Seated, *, warned: bool = False) -> None:
    """Raise ``banned``, ``suspended`` or, unless they may be ``warned``, ``unread_warning``."""
    for sanction in seated.sanctions:
        if sanction.kind in KEEP_AWAY or (sanction.kind == SanctionKind.WARNING and not warned):
            raise refusal_for(sanction)
