"""A user's own plans, for their own data."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from games.models import Plan, PlanOutcome, Seat
from games.rules.json_values import read_json


def plans_of(seats: Sequence[Seat]) -> dict[int, dict[str, Any]]:
    """Return by seat the plan that waits, and what became of earlier ones; two queries.

    Nothing is kept of a seat that its player has left.
    """
    waiting = {row.pk: row for row in Plan.objects.filter(seat__in=seats)}
    earlier: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in PlanOutcome.objects.filter(seat__in=seats).order_by("seq"):
        earlier[row.seat_id].append(
            {
                "decision": row.seq,
                "played": row.version is not None,
                "did_not_fit": read_json(row.tried),
                "at": row.at,
            }
        )
    return {
        seat.pk: {
            "waiting": _told(waiting.get(seat.pk)),
            "earlier": earlier[seat.pk],
        }
        for seat in seats
    }


def _told(plan: Plan | None) -> dict[str, Any] | None:
    if plan is None:
        return None
    return {"decision": plan.seq, "made": plan.made_at, "orders": read_json(plan.orders)}
