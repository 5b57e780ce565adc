"""The closed door: where somebody who isn't signed in finds no game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache


@never_cache
def closed_door(request: HttpRequest) -> HttpResponse:
    """Ask to sign in and go on there, whether the game is hidden or does not exist.

    Raise ``Http404`` for those who are signed in.
    """
    if request.user.is_authenticated:
        raise Http404
    context = {"next": request.get_full_path()}
    return render(request, "games/links/door.html", context, status=404)
