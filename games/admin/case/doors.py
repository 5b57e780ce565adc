"""The doors of a case: look, decide, be on it, note."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.admin.base import moderator_of
from games.admin.case.contents import Contents, contents_of
from games.admin.case.decision_form import DecisionForm, filled
from games.admin.case.page import form_for, page_of
from games.admin.case.wording import label_of, title_of
from games.admin.judging import change_url
from games.admin.previews import Reading, readings
from games.admin.undoing import undo_context
from games.models import ActionKind, Case
from games.order.cases import deciding, holding
from games.order.cases.alerts import WAITS, can_be_mailed, choose, chosen_by
from games.order.cases.notes import write_note
from games.order.own_cases import cases_for, reports_for
from games.order.wording import sentence
from games.rules.errors import RuleError


def show(request: HttpRequest, object_id: str) -> HttpResponse:
    """Show a case; the first to look is on it."""
    by = moderator_of(request)
    case = _case(request, object_id)
    _look(request, case, by)
    found = contents_of(case, by=by)
    return _page(request, found, by, form_for(found))


def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Fill in a ready text, say what a decision would do, or do it."""
    by = moderator_of(request)
    case = _case(request, pk)
    if request.method != "POST":
        return redirect(change_url(case))
    found = contents_of(case, by=by)
    if "fill" in request.POST or "back" in request.POST:
        return _page(request, found, by, form_for(found, initial=filled(request.POST)))
    form = form_for(found, request.POST)
    if not form.is_valid():
        return _page(request, found, by, form)
    decision = form.decision()
    try:
        if "do" in request.POST:
            for action in deciding.decide(case=case, by=by, decision=decision):
                messages.success(request, sentence(action))
            return redirect(change_url(case))
        would = deciding.preview(case=case, by=by, decision=decision)
    except RuleError as refused:
        form.add_error(None, refused.sentence)
        return _page(request, found, by, form)
    return _preview(request, found, form, would)


@require_POST
def hold(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a case, let it go, or hand it on."""
    by = moderator_of(request)
    case = _case(request, pk)
    try:
        match request.POST.get("press", ""):
            case "take":
                holding.take(case=case, by=by)
            case "let_go":
                holding.let_go(case=case, by=by)
                return redirect("admin:games_case_changelist")
            case "hand_on":
                holding.hand_on(case=case, to=_other(request), by=by)
                return redirect("admin:games_case_changelist")
            case _:
                raise Http404
    except RuleError as refused:
        messages.error(request, refused.sentence)
    return redirect(change_url(case))


@require_POST
def note(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a note on a case, or on its player."""
    case = _case(request, pk)
    about_player = request.POST.get("about") == "player" and case.player is not None
    subject: dict[str, Any] = {"player": case.player} if about_player else {"case": case}
    return _note(request, change_url(case), **subject)


@require_POST
def player_note(request: HttpRequest, pk: int) -> HttpResponse:
    """Write a note on a player."""
    player: Any = get_object_or_404(get_user_model(), pk=pk)
    return _note(request, change_url(player), player=player)


@require_safe
def report_moved(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead from a report's former page to its case."""
    moderator_of(request)
    report = reports_for(request.user).filter(pk=pk).select_related("case").first()
    if report is None or not cases_for(request.user).filter(pk=report.case_id).exists():
        raise Http404
    return redirect(change_url(report.case))


@require_safe
def reports_moved(request: HttpRequest) -> HttpResponse:
    """Lead from the former list of reports to the cases."""
    moderator_of(request)
    return redirect("admin:games_case_changelist")


def telling(request: HttpRequest) -> HttpResponse:
    """Choose how soon to be told of waiting cases."""
    by = moderator_of(request)
    if request.method == "POST":
        try:
            choose(by=by, wait=request.POST.get("wait", ""))
        except RuleError as refused:
            messages.error(request, refused.sentence)
        else:
            messages.success(request, _("Saved."))
        return redirect("admin:games_case_telling")
    context = {
        **admin.site.each_context(request),
        "title": _("When a case waits"),
        "waits": WAITS,
        "chosen": chosen_by(by),
        "no_mail": not can_be_mailed(by),
    }
    return render(request, "admin/games/case/telling.html", context)


def _note(request: HttpRequest, back: str, **subject: Any) -> HttpResponse:
    by = moderator_of(request)
    try:
        write_note(by=by, text=request.POST.get("text", ""), **subject)
    except RuleError as refused:
        messages.error(request, refused.sentence)
    return redirect(f"{back}#notes")


def _page(
    request: HttpRequest, found: Contents, by: AbstractUser, form: DecisionForm
) -> HttpResponse:
    context = {**admin.site.each_context(request), **page_of(found, by=by, form=form)}
    return render(request, "admin/games/case/page.html", context)


def _preview(
    request: HttpRequest, found: Contents, form: DecisionForm, would: deciding.Preview
) -> HttpResponse:
    drawn = {
        f"with-{choice.key}": action.details["new"]
        for choice in form.choices
        for action in would.actions
        if choice.kind == action.kind == ActionKind.RENAME
    }
    sent = [
        (name, drawn.get(name) or value)
        for name, values in request.POST.lists()
        if name not in ("csrfmiddlewaretoken", "preview", "do")
        for value in values
    ]
    context = {
        **admin.site.each_context(request),
        "title": _("Before you press: {case}").format(case=title_of(found.case)),
        "case": found.case,
        "steps": [
            {
                "label": label_of(row.choice),
                "effect": row.choice.effect,
                **undo_context(row.choice.kind, row.choice.about.get("player"), found.case.pk),
            }
            for row in form.rows()
            if form.cleaned_data.get(f"do-{row.choice.key}")
        ],
        "told": _told(would),
        "decision": form.decision(),
        "sent": sent,
        "back": change_url(found.case),
    }
    return render(request, "admin/games/case/preview.html", context)


def _told(would: deciding.Preview) -> list[Reading]:
    made_up = [
        action.details["new"] for action in would.actions if action.kind == ActionKind.RENAME_GAME
    ]
    told = would.told
    for new in made_up:
        # The number is drawn anew.
        told = [each._replace(text=each.text.replace(new, _("Game …"))) for each in told]
    return readings(told)


def _look(request: HttpRequest, case: Case, by: AbstractUser) -> None:
    if request.method == "GET":
        try:
            holding.look(case=case, by=by)
        except RuleError as refused:
            messages.error(request, refused.sentence)


def _other(request: HttpRequest) -> AbstractUser:
    key = request.POST.get("to", "")
    users: Any = get_user_model()._default_manager
    found = users.filter(pk=key).first() if key.isdecimal() else None
    if not isinstance(found, AbstractUser):
        raise Http404
    return found


def _case(request: HttpRequest, key: int | str) -> Case:
    rows = cases_for(request.user).select_related("player", "game", "taken_by")
    found = rows.filter(pk=key).first() if str(key).isdecimal() else None
    if found is None:
        raise Http404
    return found
