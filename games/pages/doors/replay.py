"""The replay of a game, step by step, and its record to take along."""

import hashlib

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from games.archive.json_lines import MEDIA_TYPE, line
from games.archive.records import record_to_keep
from games.archive.replays import Replay, replay_for
from games.pages.replay.page import Place, asked_round, page_context
from games.play.tables import stamp_for
from games.play.watchers import note_watcher


@require_safe
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """A moment of a game that is over, or of the round in play as the reader saw it."""
    found = _found(request, public_id)
    if not found.numbers:
        return redirect("games:table", public_id)
    place = Place(request, reverse("games:replay", args=[public_id]), found)
    return replay_page(request, place, public_id=public_id)


def _steps_etag(request: HttpRequest, public_id: str) -> str | None:
    """What all moments depend on, found without a replay; None leaves the answer to the view."""
    stamp = stamp_for(public_id=public_id, user=request.user, invitation=_invitation(request))
    return stamp and tag_of(request, stamp)


def tag_of(request: HttpRequest, of: object) -> str:
    """A quoted tag over all that moments depend on: ``of`` what, which of them, the language."""
    parts = (of, request.GET.urlencode(), get_language())
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


@require_safe
@condition(etag_func=_steps_etag)
def steps(request: HttpRequest, public_id: str) -> HttpResponse:
    """All moments of a round at once, for a page that steps by script."""
    found = _found(request, public_id)
    return all_steps(request, Place(request, reverse("games:replay", args=[public_id]), found))


@require_safe
def record_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """The record of a finished game as a file."""
    record = record_to_keep(public_id=public_id, user=request.user, invitation=_invitation(request))
    if record is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="scout-{public_id}.jsonl"'}
    return HttpResponse(line(record), content_type=MEDIA_TYPE, headers=headers)


def _found(request: HttpRequest, public_id: str) -> Replay:
    found = replay_for(
        public_id=public_id,
        user=request.user,
        invitation=_invitation(request),
        number=asked_round(request),
    )
    if found is None:
        raise Http404
    if found.stamp:
        note_watcher(stamp=found.stamp, user=request.user)
    return found


def _invitation(request: HttpRequest) -> str:
    return request.GET.get("invitation", "")


def replay_page(request: HttpRequest, place: Place, **more: object) -> HttpResponse:
    """The page of a moment; ``more`` is what else its template gets."""
    response = render(request, "games/replay/replay.html", page_context(place) | more)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def all_steps(request: HttpRequest, place: Place) -> HttpResponse:
    """Every moment of the round, as a page's script wants them."""
    response = render(request, "games/replay/steps.html", {"steps": place.steps.all()})
    patch_cache_control(response, private=True, no_cache=True)
    return response
