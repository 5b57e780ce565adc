"""What became of plans, for their own players alone: reads, and writes under the game's lock."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from games.models import PlanOutcome
from games.rules.cards import card_names, parse_cards
from games.rules.orders import Reason, Tried, order_from_json, order_to_json


class Outcome(NamedTuple):
    """What became of a plan."""

    seq: int
    """The decision at which it was played, or didn't fit."""
    version: int | None
    """The version of the move it made; None: nothing fitted."""
    tried: tuple[Tried, ...]
    """The orders before the one that was played, or all, most wanted first."""
    at: datetime


def outcomes_of(*, game_id: int, seat: int, since: int = 0) -> list[Outcome]:
    """Return what became of a seat's plans from decision ``since`` on, oldest first; one query.

    Only for the seat's own player, while they have it.
    """
    rows = PlanOutcome.objects.filter(seat__game=game_id, seat__number=seat, seq__gte=since)
    return [
        Outcome(seq, version, read_tried(tried), at)
        for seq, version, tried, at in rows.order_by("seq").values_list(
            "seq", "version", "tried", "at"
        )
    ]


def write_outcome(
    *, seat_id: int, seq: int, version: int | None, tried: Sequence[Tried], at: datetime
) -> None:
    """Note what became of a plan at the decision ``seq``, once."""
    row = PlanOutcome(seat_id=seat_id, seq=seq, version=version, tried=tried_text(tried), at=at)
    PlanOutcome.objects.bulk_create([row], ignore_conflicts=True)


def tried_text(tried: Iterable[Tried]) -> str:
    """Return ``tried`` as it is kept."""
    return json.dumps(
        [
            {
                **order_to_json(each.order),
                "shown": card_names(each.shown),
                "code": each.reason.code,
                "owner": each.reason.owner,
                "beaten": card_names(each.reason.beaten),
            }
            for each in tried
        ]
    )


def read_tried(text: str) -> tuple[Tried, ...]:
    """Return what ``tried_text`` made a text of."""
    return tuple(
        Tried(
            order_from_json({key: value[key] for key in ("move", "card") if key in value}),
            parse_cards(value["shown"]),
            Reason(value["code"], value["owner"], parse_cards(value["beaten"])),
        )
        for value in json.loads(text)
    )
