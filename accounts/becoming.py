"""How a guest becomes an account, new or old, with all games kept."""

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction
from django.http import HttpRequest

from accounts.models import User
from accounts.strangers import guest_of
from games.people.locks import lock_games_of
from games.people.names import rename
from games.upkeep.ownership import move_games


def user_for_sign_up(request: HttpRequest) -> User:
    """The user whom a sign-up turns into an account: the guest at hand, or somebody new.

    Within a transaction: the guest's row is locked, so that a press made twice makes one account.
    """
    guest = guest_of(request)
    if guest is not None:
        here = User.objects.select_for_update(no_key=True).filter(pk=guest.pk, is_guest=True)
        if (user := here.first()) is not None:
            # The seats there get another name.
            lock_games_of([user.pk])
            user.is_guest = False
            return user
    return User()


def name_seats(user: User) -> None:
    """Let all seats of an account carry its name."""
    rename(user=user, name=user.get_short_name())


def bring_games(request: HttpRequest, account: User) -> None:
    """Move the games of the guest at hand (if there is one) to ``account``, and forget the guest.

    The session forgets the guest too, and keeps what else it holds.
    """
    guest = guest_of(request)
    if guest is None:
        return
    if guest.pk != account.pk:
        with transaction.atomic():
            known = User.objects.select_for_update(no_key=True).filter(pk=guest.pk, is_guest=True)
            if (row := known.first()) is not None:
                move_games(source=row, target=account)
                row.delete()
    # Signing in throws a session away that is somebody else's, and this one is not any more.
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)
    request.guest = None  # type: ignore[attr-defined]
