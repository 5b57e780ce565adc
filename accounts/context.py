"""A context processor for accounts."""

from typing import Any

from django.http import HttpRequest

from accounts.models import User


def account(request: HttpRequest) -> dict[str, Any]:
    """Return the signed-in account, None for anyone else."""
    user = getattr(request, "user", None)
    if not isinstance(user, User) or user.is_guest:
        return {"account": None}
    return {"account": user, **({"section": "account"} if _is_own_page(request) else {})}


def _is_own_page(request: HttpRequest) -> bool:
    return request.path.startswith("/account/")
