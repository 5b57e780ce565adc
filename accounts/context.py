"""What the frame of every page says of the account at hand."""

from typing import Any

from django.http import HttpRequest

from accounts.models import User


def account(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the signed-in account, if there is one; guests have none."""
    user = getattr(request, "user", None)
    if not isinstance(user, User) or user.is_guest:
        return {"account": None}
    return {"account": user, **({"section": "account"} if _is_own_page(request) else {})}


def _is_own_page(request: HttpRequest) -> bool:
    return request.path.startswith("/account/")
