"""An account goes away for good; the games of the others stay whole."""

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.people.locks import lock_games_of
from games.play.chairs import leave_all
from games.upkeep.ownership import let_go


def delete_account(*, user: User) -> None:
    """Forget ``user`` at once: name, mail, password, passkeys, sessions, preferences.

    Bots take the chairs in running games for good, and all seats are called by a neutral name. No
    row of a log is changed: logs name seats.
    """
    with transaction.atomic():
        # Pressed twice, it is done once.
        rows = User.objects.select_for_update(no_key=True).filter(pk=user.pk)
        if rows.first() is None:
            return
        # All in their order, before the first of them is left.
        lock_games_of([user.pk])
        leave_all(user=user)
        let_go(user=user, name=_("Former player"))
        for session in UserSession.objects.filter(user=user):
            session.end()
        EmailAddress.objects.filter(user=user).delete()
        user.delete()
