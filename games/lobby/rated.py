"""What a rated game needs: a confirmed address, a clock, and players of one kind.

People are rated among themselves, by hand; bot accounts among themselves, by token or by hand. Who
opens the table decides which: ``Game.for_bot_accounts``.
"""

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


def unrated_player(user: AbstractUser, *, for_bot_accounts: bool) -> Unrated | None:
    """Return why ``user`` can't play people's rated games, or those of bot accounts, if so."""
    player = player_of(user)
    if for_bot_accounts and not player.is_bot:
        return Unrated.PEOPLE
    if player.is_guest:
        return Unrated.GUESTS
    if player.is_bot and not for_bot_accounts:
        return Unrated.PROGRAM
    return None if player.email_confirmed else Unrated.ADDRESS


def refuse_unrated_player(user: AbstractUser, *, for_bot_accounts: bool) -> None:
    """Raise if ``user`` can't play people's rated games, or those of bot accounts.

    The codes are `needs_account`, `needs_address`, `programs_not_rated` for a bot account among
    people, and `bot_accounts_only` for anybody else among bot accounts.
    """
    match unrated_player(user, for_bot_accounts=for_bot_accounts):
        case Unrated.PEOPLE:
            raise RuleError(
                "bot_accounts_only",
                _("This game is rated among bot accounts, so only those may sit down."),
            )
        case Unrated.GUESTS:
            raise RuleError("needs_account", _("Rated games are for players with an account."))
        case Unrated.PROGRAM:
            raise RuleError(
                "programs_not_rated",
                _("This game is rated among people, so a bot account can’t sit down."),
            )
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
        if reason := unrated_player(seat.user, for_bot_accounts=game.for_bot_accounts):
            return reason
    return None


def decide(game: Game) -> None:
    """Store whether a full game, about to begin, is rated."""
    if game.rated and (reason := why_friendly(game)):
        game.rated, game.for_bot_accounts, game.unrated_because = False, False, reason
        Game.objects.filter(pk=game.pk).update(
            rated=False, for_bot_accounts=False, unrated_because=reason
        )
