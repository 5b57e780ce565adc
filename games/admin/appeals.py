"""Appeals, and their answers."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget

from games.admin.base import ModelAdmin, ReadOnly
from games.admin.desk import Lists
from games.admin.judging import change_url, username_of
from games.admin.presets import chosen_preset
from games.admin.searching import people_found
from games.admin.to_do import ToDoFilter
from games.admin.undoing import undo_context
from games.models import ActionKind, Appeal, AppealOutcome, Preset
from games.order.after.appeals import appeals_for, decide, refuse_to_decide, undoing_act
from games.order.audit import LONGEST_REASON
from games.order.wording import sentence
from games.rules.errors import RuleError


class AnswerForm(forms.Form):
    """The answer to an appeal."""

    answer = forms.CharField(
        label=_("Your answer"),
        max_length=LONGEST_REASON,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 4}),
        help_text=_("The player reads it under the notice and by email; it is in the audit log."),
    )
    decision = forms.ChoiceField(choices=[("grant", ""), ("uphold", "")])


class OutcomeFilter(ToDoFilter):
    """Filters by outcome; by default, waiting."""

    title = _("outcome")
    parameter_name = "outcome"
    states = AppealOutcome


@admin.register(Appeal)
class AppealAdmin(ReadOnly, Lists, ModelAdmin[Appeal]):
    """Appeals, longest waiting first."""

    list_display = ("what", "created_at", "outcome", "decided_at")
    list_display_links = ("what",)
    list_filter = (OutcomeFilter,)
    list_select_related = ("user", "action")
    # Only to offer a search; what is searched stands in ``get_search_results``.
    search_fields = ("pk",)
    search_help_text = _("A player’s name, or words of an appeal or its answer.")
    ordering = ("pk",)
    nothing = _("No appeal waits")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appeal]:
        return appeals_for(request.user)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Appeal], search_term: str
    ) -> tuple[QuerySet[Appeal], bool]:
        words = search_term.strip()
        if words:
            said = Q(text__icontains=words) | Q(answer__icontains=words)
            queryset = queryset.filter(Q(user__in=people_found(words)) | said)
        return queryset, False

    @admin.display(description=_("appeal"), ordering="pk")
    def what(self, appeal: Appeal) -> str:
        name, act = appeal.user.get_username(), appeal.action.get_kind_display()
        return gettext("{player} against “{act}”").format(player=name, act=act)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the appeal with what granting it does; take the answer."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        appeal = self._found(request, object_id)
        assert isinstance(request.user, AbstractUser)
        form = AnswerForm(request.POST or None)
        if "fill" in request.POST:
            ready = chosen_preset(request.POST)
            form = AnswerForm(initial={"answer": ready.text if ready else ""})
        elif request.method == "POST" and form.is_valid():
            granted = form.cleaned_data["decision"] == "grant"
            try:
                action = decide(
                    appeal=appeal,
                    granted=granted,
                    answer=form.cleaned_data["answer"],
                    by=request.user,
                )
            except RuleError as refused:
                form.add_error(None, refused.sentence)
            else:
                messages.success(request, sentence(action))
                return redirect(change_url(appeal))
        return render(
            request,
            "admin/games/appeal.html",
            {
                **self.admin_site.each_context(request),
                **(extra_context or {}),
                **appeal_context(appeal, request.user),
                "title": gettext("Appeal {number}").format(number=appeal.pk),
                "opts": self.model._meta,
                "answer_form": form,
            },
        )

    def _found(self, request: HttpRequest, object_id: str) -> Appeal:
        rows = with_all(self.get_queryset(request))
        found = rows.filter(pk=object_id).first() if object_id.isdecimal() else None
        if found is None:
            raise Http404
        return found


def with_all(rows: QuerySet[Appeal]) -> QuerySet[Appeal]:
    """Read with each appeal what its page shows."""
    return rows.select_related("user", "decided_by", "case", "action__game", "action__case")


def appeal_context(appeal: Appeal, viewer: AbstractUser) -> dict[str, Any]:
    """Return an appeal for templates, with what granting it does, or why ``viewer`` may not."""
    waiting = appeal.outcome == AppealOutcome.WAITING
    back = undoing_act(appeal)
    context: dict[str, Any] = {
        "appeal": appeal,
        "waiting": waiting,
        "player_name": username_of(appeal.user),
        "player_url": change_url(appeal.user),
        "story": sentence(appeal.action),
        "case_url": change_url(appeal.case),
        "appeal_url": change_url(appeal),
        "answer_form": AnswerForm(),
        "refused": "",
        "back": ActionKind(back).label if back else "",
        "presets": list(Preset.objects.all()),
    }
    if not waiting:
        return context
    try:
        refuse_to_decide(appeal, by=viewer)
    except RuleError as refused:
        context["refused"] = refused.sentence
    return context | (undo_context(back, appeal.user, None) if back else {})
