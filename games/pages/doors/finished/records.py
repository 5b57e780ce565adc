"""Imported and exported records."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import (
    condition,
    require_http_methods,
    require_POST,
    require_safe,
)

from games.archive.importing import MOST_BYTES, delete_record, import_record
from games.archive.json_lines import stream
from games.archive.records import imported_by, imported_record
from games.archive.replays import imported_replay
from games.archive.stored import own_lines
from games.models import ImportedRecord
from games.pages.doors.finished.replay import (
    all_steps,
    asked_round,
    replay_page,
    shown_step,
    steps_tag,
)
from games.pages.doors.requests import user_of
from games.pages.replay.page import ShownStep
from games.pages.replay.record_faults import fault_detail, fault_sentence
from games.rules.errors import RuleError
from games.rules.records import RecordError


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def records(request: HttpRequest) -> HttpResponse:
    """Show the viewer's imported records, or import one."""
    if request.method != "POST":
        return _page(request)
    try:
        kept = import_record(
            user=user_of(request), data=_sent(request), title=request.POST.get("title", "")
        )
    except (RecordError, RuleError) as fault:
        refused = {
            "refused": fault_sentence(fault),
            "code": fault.code,
            "detail": fault_detail(fault),
        }
        typed = {"title": request.POST.get("title", ""), "text": request.POST.get("text", "")}
        return _page(request, status=422, **refused, **typed)
    messages.success(request, _("Imported. All its moves are legal, and this copy is yours."))
    return redirect("games:imported", kept.public_id)


def _sent(request: HttpRequest) -> bytes:
    """Read only enough of oversized files to notice."""
    file = request.FILES.get("file")
    if file is not None:
        return bytes(file.read(MOST_BYTES + 1))
    return request.POST.get("text", "").encode(errors="replace")


def _page(request: HttpRequest, *, status: int = 200, **more: str) -> HttpResponse:
    context = {"records": list(imported_by(user_of(request))), "section": "mine", **more}
    return render(request, "games/replay/records.html", context, status=status)


@login_required
@require_safe
@gzip_page
def export(request: HttpRequest) -> HttpResponseBase:
    """Download the viewer's finished games as records."""
    response = stream(request, own_lines(user=user_of(request)))
    response["Content-Disposition"] = 'attachment; filename="scout-records.jsonl"'
    return response


@require_safe
def imported(request: HttpRequest, public_id: str) -> HttpResponse:
    """Replay an imported record."""
    record = _imported_or_404(public_id)
    shown = _shown(request, record)
    mine = record.user_id == request.user.pk
    address = reverse("games:imported_review", args=[public_id])
    return replay_page(request, shown, imported=record, is_owner=mine, review_address=address)


def _steps_etag(request: HttpRequest, public_id: str) -> str | None:
    """Records never change."""
    return steps_tag(request, public_id) if imported_record(public_id) else None


@require_safe
@condition(etag_func=_steps_etag)
def imported_steps(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return a round's steps."""
    return all_steps(request, _shown(request, _imported_or_404(public_id)))


def _shown(request: HttpRequest, record: ImportedRecord) -> ShownStep:
    path = reverse("games:imported", args=[record.public_id])
    return shown_step(request, path, imported_replay(record, asked_round(request)))


@login_required
@require_POST
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Delete an imported record."""
    if not delete_record(user=user_of(request), public_id=public_id):
        raise Http404
    messages.success(request, _("The imported record has been deleted."))
    return redirect("games:records")


def _imported_or_404(public_id: str) -> ImportedRecord:
    record = imported_record(public_id)
    if record is None:
        raise Http404
    return record
