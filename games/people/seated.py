"""Everyone seated in a game, with what a move must know of them."""

from typing import NamedTuple

from django.db import connection
from django.db.models import FilteredRelation, Q
from django.utils import timezone

from games.models import SanctionKind, Seat
from games.models.prepared import Prepared
from games.people.kinds import KIND
from games.people.recipients import COLUMNS, Recipient, recipient_of
from games.people.standing import KEEP_AWAY, Standing, refusal_for

_SEAT = [field.attname for field in Seat._meta.concrete_fields]
_SANCTION = ("kind", "until", "reason", "pk")
_SEATED = Prepared(
    lambda game: (
        Seat.objects.filter(game=game)
        .annotate(
            sanction=FilteredRelation(
                "user__sanctions", condition=Q(user__sanctions__ended_at=None)
            ),
            **KIND,
        )
        .order_by("number", "sanction__pk")
        .values_list(
            *_SEAT,
            "kind",
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
    """Where emails go; None for bots and for those who take none."""
    sanctions: tuple[Standing, ...]
    """In force, oldest first."""


def seated_at(game_id: int) -> list[Seated]:
    """Return the seats by number, with players; one query."""
    now = timezone.now()
    found: dict[int, Seated] = {}
    for row in _SEATED(game_id):
        columns, seat_kind, rest = row[: len(_SEAT)], row[len(_SEAT)], row[len(_SEAT) + 1 :]
        seat = Seat.from_db(connection.alias, _SEAT, columns)
        seat.kind = seat_kind
        sanction, until, reason, key = rest[: len(_SANCTION)]
        entry = found.setdefault(seat.pk, Seated(seat, recipient_of(rest[len(_SANCTION) :]), ()))
        if sanction is not None and (until is None or until > now):
            sanctions = (*entry.sanctions, Standing(sanction, until, reason, key))
            found[seat.pk] = entry._replace(sanctions=sanctions)
    return list(found.values())


def refuse_to_play(seated: Seated, *, warned: bool = False) -> None:
    """Raise ``banned``, ``suspended`` or, unless they may be ``warned``, ``unread_warning``."""
    for sanction in seated.sanctions:
        if sanction.kind in KEEP_AWAY or (sanction.kind == SanctionKind.WARNING and not warned):
            raise refusal_for(sanction)
