"""A round's last frame: the table as it lay when the round ended."""

from dataclasses import replace

from games.pages.table.choices import Choice
from games.play.tables import Table
from games.rules.game import with_ring
from games.rules.views import ActiveSet, LastRound, View


def shows_end(table: Table, view: View, choice: Choice) -> bool:
    """Return whether the viewer looks at the end of the round that is over.

    Players do until they go on to their next hand, spectators until somebody plays, and all who
    ask for the scores.
    """
    if table.view is None or view.last_round is None or table.chairs.voided:
        return False
    if choice.scene or view.phase != "orient":
        return choice.scene == "scores"
    return view.seat is None or view.seat in table.view.to_act


def last_frame(table: Table, view: View) -> View:
    """Return the view of a table in play at which nobody is to act: what the viewer saw last."""
    last = view.last_round
    assert last is not None
    over = view.phase == "over"
    seats = range(view.players)
    return replace(
        view,
        round=last.round,
        starter=view.starter if over else (view.starter - 1) % view.players,
        phase="play",
        to_act=(),
        turn=None,
        hand=view.hand if over else table.last_hand,
        hand_counts=tuple(score.hand for score in last.scores),
        active_set=_ring(last),
        collected=tuple(score.collected for score in last.scores),
        chips=tuple(score.chips for score in last.scores),
        scout_and_show=tuple(
            view.players > 2
            and not any(one.seat == seat and one.type == "scout_and_show" for one in last.history)
            for seat in seats
        ),
        scores=tuple(view.scores[seat] - last.scores[seat].total for seat in seats),
        winners=None,
        history=last.history,
    )


def _ring(last: LastRound) -> ActiveSet | None:
    if not last.history:
        return None
    # What lay there before a move that nobody made.
    *_moves, (_after, cards, owner) = with_ring((*last.history, last.history[-1]))
    return ActiveSet(owner, cards) if cards and owner is not None else None
