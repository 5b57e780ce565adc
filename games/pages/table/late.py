"""Answers to late moves."""

from django.utils.translation import gettext as _

from games.play.late import clock_played
from games.play.tables import Table
from games.rules.cards import top
from games.rules.game import PublicMove
from games.words.sets import Sentence, numbers


def played_by_the_clock(table: Table, seat: int, seq: int) -> Sentence | None:
    """Say what the clock played, if anything."""
    kind = clock_played(game_id=table.game.pk, seat=seat, seq=seq)
    if kind is None:
        return None
    after = (
        _("A bot keeps your chair now.")
        if seat in table.chairs.kept
        else _("You’re still in the game.")
    )
    if kind == "orient":
        return Sentence(_("Time ran out, so your hand stays as it was dealt"), after)
    move = made_at(table, seq)
    if move is None or move.seat != seat or move.type != kind:
        return Sentence(_("Time ran out, so a bot played this turn"), after)
    return Sentence(
        _("Time ran out, so a bot played this turn: {move}").format(move=named(move)), after
    )


def made_at(table: Table, seq: int) -> PublicMove | None:
    """Return the turn made at the decision ``seq`` of this round or the last one."""
    view = table.view
    if view is None:
        return None
    ago = table.stamp.seq - seq
    if 0 < ago <= len(view.history):
        return view.history[-ago]
    before = ago - len(view.history) - (view.phase != "orient")
    if view.last_round and 0 < before <= len(view.last_round.history):
        return view.last_round.history[-before]
    return None


def named(move: PublicMove) -> str:
    """Name a move: ``"Show 8-8"``."""
    if move.cards is None:
        assert move.card is not None
        return _("Scout {card}").format(card=top(move.card))
    if move.card is None:
        return _("Show {set}").format(set=numbers(move.cards))
    return _("Scout {card}, show {set}").format(card=top(move.card), set=numbers(move.cards))
