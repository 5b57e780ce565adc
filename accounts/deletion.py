"""Deleting an account."""

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sign_in.access import sessions_of
from games.lobby.leaving import leave_all
from games.order.signs.banned_addresses import leave_addresses
from games.people.locks import lock_games_of
from games.people.names import rename_games
from games.upkeep.ownership import let_go


def delete_account(*, user: User) -> None:
    """Delete ``user`` and all personal data; bots take over, and seats get a neutral name.

    Under a ban, hashes of the confirmed email addresses stay.
    """
    with transaction.atomic():
        # Pressing twice deletes once.
        rows = User.objects.select_for_update(no_key=True).filter(pk=user.pk)
        if rows.first() is None:
            return
        # Lock all games, in order, before leaving the first.
        lock_games_of([user.pk])
        leave_all(user=user)
        former = _("Former player")
        # Games that nobody named are called after who opened them.
        rename_games(user=user, old=user.get_short_name(), new=former)
        let_go(user=user, name=former)
        sessions_of(user).delete()
        addresses = EmailAddress.objects.filter(user=user)
        confirmed = addresses.filter(verified=True).values_list("email", flat=True)
        leave_addresses(user=user, addresses=confirmed, now=timezone.now())
        addresses.delete()
        user.delete()
