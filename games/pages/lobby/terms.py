"""What a game is like, in words: for who thinks about sitting down."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Audience, Game
from games.words.times import turn_time


class Term(NamedTuple):
    """A line of the terms."""

    name: str
    value: str


def terms_of(game: Game, *, free: int) -> list[Term]:
    """The terms of ``game``, which still waits for people on ``free`` seats."""
    terms = [
        Term(
            _("Game"),
            _("{players} players, {rounds} rounds").format(
                players=game.players, rounds=game.players
            ),
        ),
        Term(_("Time"), time_of(game)),
        Term(_("Kind"), _("{kind}, {legal_sets}").format(kind=kind(game), legal_sets=sets(game))),
        Term(_("Who may watch"), _AUDIENCES[Audience(game.audience)]()),
    ]
    if free:
        start = _("as soon as you sit down") if free == 1 else _("when all seats are taken")
        terms.append(Term(_("Start"), start))
    return terms


def time_of(game: Game) -> str:
    """The time for a turn: ``"1 day for each turn"``."""
    if game.turn_seconds is None:
        return _("no time limit")
    return _("{time} for each turn").format(time=turn_time(game.turn_seconds))


def time_in_short(game: Game) -> str:
    """The same for rows of lists: ``"1 day a turn"``."""
    if game.turn_seconds is None:
        return _("no time limit")
    return _("{time} a turn").format(time=turn_time(game.turn_seconds))


def players_in_short(game: Game) -> str:
    """How many sit at the table once it is full: ``"4 players"``."""
    return ngettext("{count} player", "{count} players", game.players).format(count=game.players)


def kind(game: Game) -> str:
    """``"rated"`` or ``"friendly"``."""
    return _("rated") if game.rated else _("friendly")


def sets(game: Game) -> str:
    """Whether the table points out what beats the Active Set."""
    return _("legal sets shown") if game.show_legal_sets else _("legal sets not shown")


def time_out(game: Game) -> str:
    """What happens when somebody's time runs out."""
    if game.turn_seconds is None:
        return _("There is no clock: the others wait for you, however long it takes.")
    return _(
        "If your time runs out, a bot plays that one turn and you keep your seat. After two in a "
        "row it keeps your chair warm until you are back."
    )


_AUDIENCES = {
    Audience.OPEN: lambda: _("anyone, without seeing hands"),
    Audience.INVITATION: lambda: _("nobody but the players"),
    Audience.OWN: lambda: _("nobody but you"),
}
