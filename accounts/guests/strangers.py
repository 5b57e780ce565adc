"""Hide guests from the sign-up and sign-in pages."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse

from accounts.guests.promises import promise_to
from accounts.models import User

Views = Callable[..., HttpResponse]


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest hidden from the current view."""
    guest: User | None = getattr(request, "guest", None)
    return guest


class GuestsAsStrangers:
    """Hide guests from allauth's views, which turn signed-in users away.

    The guest is back for the template, which promises their games.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        _give_back(request)
        return response

    def process_view(
        self, request: HttpRequest, view: Views, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        if not getattr(view, "__module__", "").startswith("allauth."):
            return
        if isinstance(user := request.user, User) and user.is_guest:
            request.guest = user  # type: ignore[attr-defined]
            request.user = AnonymousUser()

    def process_template_response(
        self, request: HttpRequest, response: SimpleTemplateResponse
    ) -> SimpleTemplateResponse:
        if guest := guest_of(request):
            response.context_data = {
                **(response.context_data or {}),
                "promise": promise_to(guest),
            }
        _give_back(request)
        return response


def _give_back(request: HttpRequest) -> None:
    guest = guest_of(request)
    # Someone who has signed in meanwhile stays signed in.
    if guest is not None and not request.user.is_authenticated and guest.pk is not None:
        request.user = guest
