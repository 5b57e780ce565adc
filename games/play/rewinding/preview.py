"""What taking moves back undoes, from what every spectator knows."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.log.replay import Log, turns_before
from games.log.store import load
from games.models import Game
from games.rules.errors import RuleError
from games.rules.game import PublicMove, taken_back
from games.rules.views import View, view_for


class Turn(NamedTuple):
    """A turn of the running round."""

    version: int
    """Of its row."""
    number: int
    """In the round, from 1."""
    move: PublicMove


class Undoing(NamedTuple):
    """What is undone if the turns of the running round from one on are taken back."""

    to: int
    """The version of the first of them."""
    undone: tuple[Turn, ...]
    now: View
    """A spectator's."""
    then: View
    """A spectator's, afterwards."""

    @property
    def on(self) -> int:
        """The seat to act afterwards."""
        return self.undone[0].move.seat

    @property
    def stays(self) -> int:
        """How many turns of the round stay."""
        return self.undone[0].number - 1


def turns_of(log: Log) -> list[Turn]:
    """Return the running round's turns that stand, oldest first."""
    rows = (row for row in log.current_rows if row.is_turn)
    if log.over:
        return []
    return [
        Turn(row.version, number, move)
        for number, (row, move) in enumerate(zip(rows, log.state.history, strict=True), start=1)
    ]


def undoing(log: Log, to: int) -> Undoing:
    """Return what is undone from version ``to`` on.

    Raise ``stale`` if no turn that can be undone has this version.
    """
    try:
        turns = -1 if log.over else turns_before(log, to)
        then = taken_back(log.state, turns)
    except ValueError:
        raise stale() from None
    return Undoing(
        to, tuple(turns_of(log)[turns:]), view_for(log.state, None), view_for(then, None)
    )


def stale() -> RuleError:
    """Return the refusal of a move that can't be gone back to."""
    return RuleError("stale", _("That move isn’t one you can go back to any more."))


def turns_now(game: Game) -> list[Turn]:
    """Return the turns that a running game can be taken back to."""
    return turns_of(load(game))


def undoing_now(game: Game, to: int) -> Undoing:
    """Return what would be undone now. Raise as ``undoing``."""
    return undoing(load(game), to)
