"""Turn guests into accounts, keeping their games."""

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction
from django.http import HttpRequest

from accounts.guests.addresses import forget
from accounts.guests.strangers import guest_of
from accounts.models import Session, User
from games.people.locks import lock_games_of
from games.people.names import rename
from games.upkeep.ownership import move_games


def user_for_sign_up(request: HttpRequest) -> User:
    """Return the current guest, locked in the caller's transaction, or a new user."""
    guest = guest_of(request)
    if guest is not None:
        here = User.objects.select_for_update(no_key=True).filter(pk=guest.pk, is_guest=True)
        if (user := here.first()) is not None:
            # Their seats are about to be renamed.
            lock_games_of([user.pk])
            request.confirmed_before = forget(user)  # type: ignore[attr-defined]
            user.is_guest = False
            return user
    return User()


def confirmed_before(request: HttpRequest) -> str:
    """Return the address that the guest of ``user_for_sign_up`` had confirmed; empty if none.

    It was confirmed for the very user who becomes the account.
    """
    return str(getattr(request, "confirmed_before", ""))


def name_seats(user: User) -> None:
    """Copy an account's name to its seats."""
    rename(user=user, name=user.get_short_name())


def bring_games(request: HttpRequest, account: User) -> None:
    """Move the guest's games to ``account``; delete the guest, but keep the session."""
    guest = guest_of(request)
    if guest is None:
        return
    if guest.pk != account.pk:
        with transaction.atomic():
            known = User.objects.select_for_update(no_key=True).filter(pk=guest.pk, is_guest=True)
            if (row := known.first()) is not None:
                # First: its own address must not bring it another notice.
                forget(row)
                move_games(source=row, target=account)
                # This browser's goes on as the account's.
                elsewhere = Session.objects.filter(user=row)
                elsewhere.exclude(session_key=request.session.session_key or "").delete()
                row.delete()
    # Signing in discards a session that belongs to someone else; this one no longer does.
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)
    request.guest = None  # type: ignore[attr-defined]
