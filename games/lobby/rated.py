"""What a rated game needs: people with a confirmed address, a clock, and moves by hand."""

from django.contrib.auth.models import AbstractUser
from django.utils.translation import gettext as _

from games.models import Game, Seat, Unrated
from games.people.users import player_of
from games.rules.errors import RuleError
from games.words.times import DAY

LONGEST_TURN = 7 * DAY
"""Seconds."""


def has_rated_clock(turn_seconds: int | None) -> bool:
    """Return whether a turn is short enough."""
    return turn_seconds is not None and turn_seconds <= LONGEST_TURN


def unrated_player(user: AbstractUser) -> Unrated | None:
    """Return why ``user`` can't play rated games, if so."""
    player = player_of(user)
    if player.is_guest:
        return Unrated.GUESTS
    if player.is_bot:
        return Unrated.PROGRAM
    return None if player.email_confirmed else Unrated.ADDRESS


def refuse_unrated_player(user: AbstractUser) -> None:
    """Raise `needs_account` or `needs_address` for those who can't play rated games."""
    match unrated_player(user):
        case Unrated.GUESTS:
            raise RuleError("needs_account", _("Rated games are for players with an account."))
        case Unrated.PROGRAM:
            raise RuleError("needs_account", _("Rated games are for people, not for bot accounts."))
        case Unrated.ADDRESS:
            raise RuleError(
                "needs_address",
                _("Rated games are for players with a confirmed email address."),
            )


def why_friendly(game: Game) -> Unrated | None:
    """Return what a game that was opened as rated lacks as it begins; None: nothing."""
    if not has_rated_clock(game.turn_seconds):
        return Unrated.CLOCK
    for seat in Seat.objects.filter(game=game).select_related("user").order_by("number"):
        if seat.bot or seat.user is None:
            return Unrated.BOTS
        if reason := unrated_player(seat.user):
            return reason
    return None


def decide(game: Game) -> None:
    """Store whether a full game, about to begin, is rated."""
    if game.rated and (reason := why_friendly(game)):
        game.rated, game.unrated_because = False, reason
        Game.objects.filter(pk=game.pk).update(rated=False, unrated_because=reason)
