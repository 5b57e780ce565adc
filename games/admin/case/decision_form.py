"""The form by which moderators decide a case."""

from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from unfold.widgets import UnfoldAdminTextareaWidget

from games.admin.act_forms import FIELDS
from games.admin.presets import chosen_preset
from games.models import Report, ReportState
from games.order.audit import LONGEST_REASON
from games.order.cases.choices import Choice
from games.order.cases.deciding import Decision, Step
from games.order.cases.notes import LONGEST as LONGEST_NOTE

STAYS_OPEN = "open"
OUTCOMES = [
    ("acted", gettext_lazy("Close it: we acted")),
    ("declined", gettext_lazy("Close it: no need to act")),
    (STAYS_OPEN, gettext_lazy("Leave it open, and answer later")),
]


def _text(label: Any, help_text: Any, longest: int = LONGEST_REASON, rows: int = 3) -> Any:
    widget = UnfoldAdminTextareaWidget(attrs={"rows": rows})
    return forms.CharField(
        label=label, help_text=help_text, max_length=longest, required=False, widget=widget
    )


class Row(NamedTuple):
    """An act to tick, and the field that it needs."""

    choice: Choice
    box: forms.BoundField
    need: forms.BoundField | None


class DecisionForm(forms.Form):
    """Ticks for the acts, a reason, the outcome with its answer, and a private note."""

    reason = _text(
        gettext_lazy("Reason"),
        gettext_lazy(
            "Those on whom you act read it. It is kept in the audit log. If you name a rule of "
            "conduct, as in “rule 3”, they can follow it."
        ),
    )
    outcome = forms.ChoiceField(
        label=gettext_lazy("The case"),
        choices=OUTCOMES,
        initial="acted",
        widget=forms.RadioSelect,
    )
    mistaken = forms.MultipleChoiceField(
        label=gettext_lazy("Reports that were not right"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    answer = _text(
        gettext_lazy("Answer"),
        gettext_lazy("Everybody who reported reads it, once. It is kept in the audit log."),
    )
    note = _text(
        gettext_lazy("Private note"),
        gettext_lazy("Only moderators read it, on this page."),
        LONGEST_NOTE,
        2,
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, choices: list[Choice], reports: list[Report], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.choices = [choice for choice in choices if not choice.refused]
        mistaken: Any = self.fields["mistaken"]
        mistaken.choices = [(str(report.pk), str(report.pk)) for report in reports]
        for choice in self.choices:
            self.fields[f"do-{choice.key}"] = forms.BooleanField(required=False)
            if choice.needs is not None:
                field = FIELDS[choice.needs]()
                # It is wanted only if the act is ticked.
                field.required = False
                self.fields[f"with-{choice.key}"] = field

    def rows(self) -> list[Row]:
        """Return the acts that can be ticked."""
        return [
            Row(
                choice,
                self[f"do-{choice.key}"],
                self[f"with-{choice.key}"] if choice.needs is not None else None,
            )
            for choice in self.choices
        ]

    def clean(self) -> dict[str, Any]:
        """Refuse what says too little, or two things at once."""
        sent: dict[str, Any] = super().clean() or self.cleaned_data
        ticked = self._ticked(sent)
        for choice in ticked:
            name = f"with-{choice.key}"
            if (
                choice.needs in ("days", "hours")
                and not sent.get(name)
                and not self.has_error(name)
            ):
                self.add_error(name, _("Say for how long."))
        if ticked and not sent.get("reason"):
            self.add_error("reason", _("Give a reason for what you do: those concerned read it."))
        outcome = sent.get("outcome")
        if outcome == ReportState.DECLINED and ticked:
            self.add_error("outcome", _("You act and say that there was no need to: choose one."))
        if outcome != STAYS_OPEN and not sent.get("answer"):
            self.add_error("answer", _("Write an answer for those who reported, or choose one."))
        if outcome == STAYS_OPEN and not ticked and not sent.get("note"):
            raise forms.ValidationError(_("Choose what to do first."))
        return sent

    def decision(self) -> Decision:
        """Return what was decided; for a valid form."""
        sent = self.cleaned_data
        closes = sent["outcome"] != STAYS_OPEN
        return Decision(
            steps=[
                Step(
                    choice.kind,
                    choice.about,
                    {choice.needs: sent[f"with-{choice.key}"]} if choice.needs else {},
                )
                for choice in self._ticked(sent)
            ],
            reason=sent["reason"],
            note=sent["note"],
            closes=closes,
            acted=sent["outcome"] == ReportState.ACTED,
            answer=sent["answer"] if closes else "",
            mistaken=[int(number) for number in sent["mistaken"]],
            seen=sent["seen"],
        )

    def _ticked(self, sent: dict[str, Any]) -> list[Choice]:
        return [choice for choice in self.choices if sent.get(f"do-{choice.key}")]


def filled(sent: QueryDict, several: str = "mistaken") -> dict[str, Any]:
    """Return what was typed so far, to begin a form with, and the ready text that was chosen.

    ``several`` is the field that holds a list.
    """
    typed: dict[str, Any] = {name: sent.get(name) for name in sent}
    typed[several] = sent.getlist(several)
    if preset := chosen_preset(sent):
        typed[preset.use] = preset.text
    return typed
