"""Replays and records."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from games.archive.json_lines import MEDIA_TYPE
from games.archive.records import record_to_keep
from games.archive.replays import Replay, replay_for
from games.live.tags import tag_of
from games.pages.doors.links.door import closed_door
from games.pages.replay.page import MINE, ShownStep, page_context
from games.pages.table.choices import number_in
from games.play.stamps import stamp_for
from games.play.watchers import note_watcher


@require_safe
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a step of a finished game or the current round."""
    found = _found(request, public_id)
    if found is None:
        return closed_door(request)
    if not found.numbers:
        return redirect("games:table", public_id)
    shown = shown_step(request, reverse("games:replay", args=[public_id]), found)
    reviewed = found.finished and not found.voided
    address = reverse("games:review", args=[public_id]) + shown.kept_query if reviewed else ""
    return replay_page(request, shown, public_id=public_id, review_address=address)


def _steps_etag(request: HttpRequest, public_id: str) -> str | None:
    """Return the tag without a replay."""
    stamp = stamp_for(public_id=public_id, user=request.user, invitation=_invitation(request))
    return stamp and steps_tag(request, stamp.tag)


def steps_tag(request: HttpRequest, of: object) -> str:
    """Return an ETag over ``of``, query and language."""
    return tag_of(of, request.GET.urlencode(), get_language())


@require_safe
@condition(etag_func=_steps_etag)
def steps(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return a round's steps."""
    found = _found(request, public_id)
    if found is None:
        raise Http404
    return all_steps(request, shown_step(request, reverse("games:replay", args=[public_id]), found))


@require_safe
def record_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """Download a finished game's record."""
    record = record_to_keep(public_id=public_id, user=request.user, invitation=_invitation(request))
    if record is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="scout-{public_id}.jsonl"'}
    return HttpResponse(record, content_type=MEDIA_TYPE, headers=headers)


def _found(request: HttpRequest, public_id: str) -> Replay | None:
    found = replay_for(
        public_id=public_id,
        user=request.user,
        invitation=_invitation(request),
        number=asked_round(request),
    )
    if found and found.stamp:
        note_watcher(stamp=found.stamp, user=request.user)
    return found


def _invitation(request: HttpRequest) -> str:
    return request.GET.get("invitation", "")


def asked_round(request: HttpRequest) -> int | None:
    """Return the URL's round, from 0."""
    return _number(request, "round", 0) - 1 if "round" in request.GET else None


def shown_step(request: HttpRequest, path: str, replay: Replay) -> ShownStep:
    """Return the URL's step, or 404."""
    move = _number(request, "move", 1)
    mine = request.GET.get("view") == MINE
    try:
        return ShownStep(replay, path, move=move, mine=mine, invitation=_invitation(request))
    except LookupError as error:
        raise Http404 from error


def _number(request: HttpRequest, name: str, default: int) -> int:
    if name not in request.GET:
        return default
    number = number_in(request.GET[name])
    if number is None:
        raise Http404
    return number


@cache_control(private=True, no_cache=True)
def replay_page(request: HttpRequest, shown: ShownStep, **more: object) -> HttpResponse:
    """Render a step."""
    return render(request, "games/replay/replay.html", page_context(shown) | more)


@cache_control(private=True, no_cache=True)
def all_steps(request: HttpRequest, shown: ShownStep) -> HttpResponse:
    """Render all steps."""
    return render(request, "games/replay/steps.html", {"steps": shown.steps.all()})
