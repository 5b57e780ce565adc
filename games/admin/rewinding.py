"""Choosing how far a game is taken back, with what that undoes."""

from typing import Any, NamedTuple

from django.http import Http404, HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.admin.judging import act_url
from games.models import ActionKind, Game
from games.order.tables import turn_said
from games.play.rewinding.preview import Turn, Undoing, turns_now, undoing_now
from games.play.seats import seats_of
from games.rules.errors import RuleError
from games.rules.views import View
from games.words.names import named, told
from games.words.rewinding import Compared, compared, seen_since
from games.words.sets import numbers


class TurnLink(NamedTuple):
    """A turn to go back to."""

    number: int
    said: SafeString
    url: str
    undone: bool
    first: bool
    """Whether it is the first that is undone."""


class Preview(NamedTuple):
    """What taking moves back does."""

    undoing: Undoing
    ring_now: str
    ring_then: str
    on_then: SafeString
    rows: list[Compared]
    seen: list[SafeString]


def rewind_context(request: HttpRequest, game: Game | None) -> dict[str, Any]:
    """Return the turns of the running round to choose from, and what the chosen one undoes.

    ``to`` in the address is the first to be undone; by default the last.
    """
    if game is None:
        raise Http404
    turns = turns_now(game)
    if not turns:
        return {"rewind_turns": []}
    chosen = request.GET.get("to", "")
    to = int(chosen) if chosen.isdecimal() else turns[-1].version
    try:
        undone = undoing_now(game, to)
    except RuleError:
        undone = undoing_now(game, turns[-1].version)
    names = [named(seat.name, seat.kind) for seat in seats_of(game.pk)]
    return {
        "rewind_turns": [_link(request, game, turn, undone.to, names) for turn in turns],
        "rewind": Preview(
            undoing=undone,
            ring_now=_ring(undone.now),
            ring_then=_ring(undone.then),
            on_then=names[undone.on],
            rows=compared(undone, names),
            seen=[
                told(_("{name}’s {set}"), name=names[each.seat], set=each.cards)
                for each in seen_since(undone)
            ],
        ),
    }


def _link(
    request: HttpRequest, game: Game, turn: Turn, to: int, names: list[SafeString]
) -> TurnLink:
    case = request.GET.get("case")
    return TurnLink(
        number=turn.number,
        said=turn_said(turn.move, names[turn.move.seat]),
        url=act_url(ActionKind.REWIND, game=game.pk, case=case, to=turn.version),
        undone=turn.version >= to,
        first=turn.version == to,
    )


def _ring(view: View) -> str:
    return numbers(view.active_set.cards) if view.active_set else ""
