"""Accounts that their owners give to programs, for good."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.guests.becoming import name_seats
from accounts.models import User
from games.people.standing import lock_player
from games.results.rating_history import sits_in_a_rated_game
from games.results.ratings import list_or_hide
from games.rules.errors import RuleError


def make_bot_account(*, user: User) -> None:
    """Make ``user`` a bot account, for good; nothing happens if it is one.

    Its seats get the badge, and people's leaderboards no longer list it: it is rated anew, among
    bot accounts. Raise ``needs_account`` for a guest, and ``plays_rated`` while the account sits at
    a rated table that has not begun or not ended.
    """
    with transaction.atomic():
        # Who sits down is locked too: either they are a bot account then, or sit here already.
        lock_player(user)
        user.refresh_from_db(fields=["is_bot", "is_guest"])
        if user.is_bot:
            return
        if refusal := why_not(user):
            raise refusal
        user.is_bot = True
        user.save(update_fields=["is_bot"])
        name_seats(user)
        list_or_hide(user=user)


def why_not(user: User) -> RuleError | None:
    """Return why ``user`` can't become a bot account now, if so."""
    if user.is_guest:
        return RuleError("needs_account", _("Only an account can become a bot account."))
    if sits_in_a_rated_game(user=user):
        return RuleError(
            "plays_rated",
            _(
                "You sit at a rated table, and bot accounts can’t play people’s rated games. "
                "Finish or leave it first."
            ),
        )
    return None
