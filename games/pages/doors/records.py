"""Records: take all one's games along, bring one, replay it, delete it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    condition,
    require_http_methods,
    require_POST,
    require_safe,
)

from games.archive.importing import MOST_BYTES, delete_record, import_record
from games.archive.json_lines import stream
from games.archive.records import imported_by, imported_record, own_records
from games.archive.replays import imported_replay
from games.models import ImportedRecord
from games.pages.doors.replay import all_steps, replay_page, tag_of
from games.pages.replay.page import Place, asked_round
from games.pages.replay.record_faults import fault_detail, fault_sentence
from games.rules.errors import RuleError
from games.rules.records import RecordError


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def records(request: HttpRequest) -> HttpResponse:
    """The records I imported; a form that imports one, from a file or as it was pasted."""
    if request.method != "POST":
        return _page(request)
    try:
        kept = import_record(
            user=_user(request), data=_sent(request), title=request.POST.get("title", "")
        )
    except (RecordError, RuleError) as fault:
        refused = {"refused": fault_sentence(fault), "detail": fault_detail(fault)}
        typed = {"title": request.POST.get("title", ""), "text": request.POST.get("text", "")}
        return _page(request, status=422, **refused, **typed)
    messages.success(request, _("Imported. It keeps every rule, and this copy is yours."))
    return redirect("games:imported", kept.public_id)


def _sent(request: HttpRequest) -> bytes:
    """What the form sent: of a file that is too long no more than it takes to see that."""
    file = request.FILES.get("file")
    if file is not None:
        return bytes(file.read(MOST_BYTES + 1))
    return request.POST.get("text", "").encode(errors="replace")


def _page(request: HttpRequest, *, status: int = 200, **more: str) -> HttpResponse:
    context = {"records": list(imported_by(_user(request))), "section": "mine", **more}
    return render(request, "games/replay/records.html", context, status=status)


@login_required
@require_safe
def export(request: HttpRequest) -> HttpResponseBase:
    """The records of all my finished games as a file, one a line."""
    response = stream(request, own_records(user=_user(request)))
    response["Content-Disposition"] = 'attachment; filename="scout-records.jsonl"'
    return response


@require_safe
def imported(request: HttpRequest, public_id: str) -> HttpResponse:
    """The replay of an imported record, for its owner and whoever was given its link."""
    record = _imported_or_404(public_id)
    place = _place(request, record)
    mine = record.user_id == request.user.pk
    return replay_page(request, place, imported=record, is_owner=mine)


def _steps_etag(request: HttpRequest, public_id: str) -> str | None:
    """A record stays as it was imported; None leaves the answer to the view."""
    return tag_of(request, public_id) if imported_record(public_id) else None


@require_safe
@condition(etag_func=_steps_etag)
def imported_steps(request: HttpRequest, public_id: str) -> HttpResponse:
    """All moments of a round of an imported record, for its page's script."""
    return all_steps(request, _place(request, _imported_or_404(public_id)))


def _place(request: HttpRequest, record: ImportedRecord) -> Place:
    path = reverse("games:imported", args=[record.public_id])
    return Place(request, path, imported_replay(record, asked_round(request)))


@login_required
@require_POST
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Delete a record that I imported."""
    if not delete_record(user=_user(request), public_id=public_id):
        raise Http404
    messages.success(request, _("The imported record is deleted."))
    return redirect("games:records")


def _imported_or_404(public_id: str) -> ImportedRecord:
    record = imported_record(public_id)
    if record is None:
        raise Http404
    return record


def _user(request: HttpRequest) -> AbstractUser:
    assert isinstance(request.user, AbstractUser)
    return request.user
