"""Reviews of finished games and of imported records."""

from urllib.parse import urlsplit

from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from games.archive.records import imported_record
from games.models import ImportedRecord
from games.pages.doors.links.door import closed_door
from games.pages.doors.requests import HtmxHttpRequest
from games.pages.review.look import Look, look_at
from games.pages.review.page import page_context
from games.pages.review.waiting import Waiting, waiting_for
from games.pages.table.choices import number_in
from games.play.stamps import stamp_for
from games.review.asking import ask_for_game, ask_for_record
from games.review.seeing import Subject, record_subject, subject_for


@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Show a finished game's review; POST asks for it."""
    invitation = request.GET.get("invitation", "")
    subject = subject_for(public_id=public_id, user=request.user, invitation=invitation)
    if subject is None:
        seen = stamp_for(public_id=public_id, user=request.user, invitation=invitation)
        return redirect("games:table", public_id) if seen else closed_door(request)
    if request.method == "POST" and isinstance(request.user, AbstractUser):
        assert subject.game_id is not None
        ask_for_game(subject.game_id)
        return redirect(request.get_full_path())
    path = reverse("games:review", args=[public_id])
    kept = {"invitation": invitation} if invitation else {}
    back = reverse("games:replay", args=[public_id])
    return _shown(request, subject, path, kept, back)


@require_http_methods(["GET", "HEAD", "POST"])
def imported_review(request: HtmxHttpRequest, public_id: str) -> HttpResponse:
    """Show the review of an imported record; POST asks for it."""
    record = imported_or_404(public_id)
    if request.method == "POST" and isinstance(request.user, AbstractUser):
        ask_for_record(record)
        return redirect(request.get_full_path())
    path = reverse("games:imported_review", args=[public_id])
    back = reverse("games:imported", args=[public_id])
    return _shown(request, record_subject(record), path, {}, back)


def imported_or_404(public_id: str) -> ImportedRecord:
    """Return the record at that address."""
    record = imported_record(public_id)
    if record is None:
        raise Http404
    return record


@cache_control(private=True, no_cache=True)
def _shown(
    request: HtmxHttpRequest, subject: Subject, path: str, kept: dict[str, str], replay: str
) -> HttpResponse:
    context: dict[str, object] = {"name": subject.name, "replay_address": replay, "section": "mine"}
    if subject.review is None:
        return _waiting(request, waiting_for(subject), context)
    if request.htmx:
        # The page waited for it.
        return HttpResponse(headers={"HX-Refresh": "true"})
    look = look_of(request, subject, path, kept)
    opened = request.GET.get("hands") == "open"
    context["try_address"] = f"{path}try/?{urlsplit(look.address(look.place)).query}"
    return render(request, "games/review/review.html", page_context(look, opened=opened) | context)


def _waiting(
    request: HtmxHttpRequest, waiting: Waiting, context: dict[str, object]
) -> HttpResponse:
    name = "games/review/_waiting.html" if request.htmx else "games/review/waiting.html"
    may_ask = request.user.is_authenticated
    return render(request, name, context | {"waiting": waiting, "may_ask": may_ask})


def look_of(request: HtmxHttpRequest, subject: Subject, path: str, kept: dict[str, str]) -> Look:
    """Return the look that the address asks for, or 404."""
    assert subject.review is not None
    player, number, move = (_number(request, name) for name in ("player", "round", "move"))
    place = None if number is None or move is None else (number - 1, move)
    seat = None if player is None else player - 1
    try:
        return look_at(subject, subject.review, path, seat=seat, place=place, kept=kept)
    except LookupError as error:
        raise Http404 from error


def _number(request: HtmxHttpRequest, name: str) -> int | None:
    if name not in request.GET:
        return None
    number = number_in(request.GET[name])
    if number is None:
        raise Http404
    return number
