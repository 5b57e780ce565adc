"""To the pages for signing up and in, a guest is a stranger."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse

from accounts.models import User
from accounts.promises import promise_to

Views = Callable[..., HttpResponse]


def guest_of(request: HttpRequest) -> User | None:
    """The guest that a view took for a stranger; None if nobody's session is at stake."""
    guest: User | None = getattr(request, "guest", None)
    return guest


class GuestsAsStrangers:
    """Middleware: views of allauth see a stranger where a guest is signed in.

    They turn away whoever is signed in already, and they would let a guest change a password that
    does not exist. The page around their answer is the guest's own again, and says which games
    come along.
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
        """Hide the guest from the view."""
        if not getattr(view, "__module__", "").startswith("allauth."):
            return
        if isinstance(user := request.user, User) and user.is_guest:
            request.guest = user  # type: ignore[attr-defined]
            request.user = AnonymousUser()

    def process_template_response(
        self, request: HttpRequest, response: SimpleTemplateResponse
    ) -> SimpleTemplateResponse:
        """Show the guest to the page."""
        if guest := guest_of(request):
            response.context_data = {
                **(response.context_data or {}),
                "promise": promise_to(guest),
            }
        _give_back(request)
        return response


def _give_back(request: HttpRequest) -> None:
    guest = guest_of(request)
    # Whoever signed in meanwhile stays signed in.
    if guest is not None and not request.user.is_authenticated and guest.pk is not None:
        request.user = guest
