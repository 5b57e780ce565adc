"""A game's terms in words."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.lobby.terms import Terms
from games.models import Audience, Game
from games.words.names import listed_plainly
from games.words.terms import kind_in_short, players_in_short, time_in_short
from games.words.times import day_and_time, turn_time


class Term(NamedTuple):
    """A line of the terms."""

    name: str
    value: str


def terms_of(game: Game, *, free: int) -> list[Term]:
    """Return the terms of ``game`` with ``free`` seats."""
    terms = [
        Term(
            _("Game"),
            _("{players} players, {rounds} rounds").format(
                players=game.players, rounds=game.players
            ),
        ),
        Term(_("Time"), time_of(game)),
        Term(_("Kind"), listed_plainly(said_of(game))),
        Term(_("Who may watch"), _AUDIENCES[Audience(game.audience)]()),
    ]
    if game.starts_at is not None:
        terms.append(Term(_("Start"), day_and_time(game.starts_at)))
    elif free:
        start = _("as soon as you sit down") if free == 1 else _("when all seats are taken")
        terms.append(Term(_("Start"), start))
    return terms


def said_of(game: Game) -> list[str]:
    """Return the short terms in words: ``["rated, for bot accounts", "legal sets shown"]``."""
    kind = kind_in_short(rated=game.rated, for_bot_accounts=game.for_bot_accounts)
    # The kind comes first.
    return [kind, *Terms.of(game).said()[1:]]


def in_short(game: Game) -> list[str]:
    """Return players, time and kind, and which terms are unusual."""
    usual = Terms().said()
    return [
        players_in_short(game.players),
        time_in_short(game.turn_seconds),
        kind_in_short(rated=game.rated, for_bot_accounts=game.for_bot_accounts),
        *(said for said in Terms.of(game).said()[1:] if said not in usual),
    ]


def time_of(game: Game) -> str:
    """Return ``"1 day for each turn"``."""
    if game.turn_seconds is None:
        return _("no time limit")
    return _("{time} for each turn").format(time=turn_time(game.turn_seconds))


def time_out(game: Game) -> str:
    """Say what happens when time runs out."""
    if game.turn_seconds is None:
        return _(
            "There is no clock. After 7 days without a move, the others may let a bot keep the "
            "chair until its player is back."
        )
    return _(
        "If your time runs out, a bot plays that one turn and you keep your seat. After two in a "
        "row, which way up to hold a hand included, it keeps your chair warm until you are back."
    )


_AUDIENCES = {
    Audience.OPEN: lambda: _("anyone, without seeing hands"),
    Audience.INVITATION: lambda: _("nobody but the players"),
    Audience.OWN: lambda: _("nobody but you"),
}
