"""A context processor for accounts."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.guests.addresses import state_of
from accounts.models import User


def account(request: HttpRequest) -> dict[str, Any]:
    """Return the signed-in account, None for anyone else; with a guest, its address's state."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {"account": None}
    if user.is_guest:
        # Few pages ask for it.
        return {"account": None, "guest_address": SimpleLazyObject(lambda: state_of(user))}
    return {"account": user, **({"section": "account"} if _is_own_page(request) else {})}


def _is_own_page(request: HttpRequest) -> bool:
    return request.path.startswith("/account/")
