"""The forms by which moderators act: a reason always, and what else an act needs."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

from games.models import ActionKind
from games.order.audit import LONGEST_REASON

THANKS = _("Thank you. We looked at it and acted.")


class ActForm(forms.Form):
    """A reason, which is logged and told to those concerned; on a report, whether it is closed."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text=_("Those concerned read it, and the audit log keeps it."),
    )
    close = forms.BooleanField(
        label=_("Close the report with this"),
        required=False,
        initial=True,
        widget=UnfoldBooleanWidget(),
    )
    answer = forms.CharField(
        label=_("Answer to the reporter"),
        max_length=LONGEST_REASON,
        required=False,
        initial=THANKS,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}),
    )

    def __init__(self, kind: str, *args: Any, on_report: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not on_report or kind in (ActionKind.CLOSE_REPORT, ActionKind.OPEN_HANDS):
            del self.fields["close"], self.fields["answer"]
        if (extra := _EXTRA.get(kind)) is not None:
            name, field = extra
            self.fields = {name: field(), **self.fields}
        if kind == ActionKind.CLOSE_REPORT:
            self.fields["reason"].label = _("Answer to the reporter")
            self.fields["reason"].help_text = _("The reporter reads it; the audit log keeps it.")
        if kind == ActionKind.OPEN_HANDS:
            self.fields["reason"].help_text = _(
                "The players read it when the game is over, and the audit log keeps it."
            )


def _days() -> forms.Field:
    return forms.IntegerField(
        label=_("Days"),
        min_value=1,
        max_value=365,
        initial=7,
        widget=UnfoldAdminIntegerFieldWidget(),
    )


def _name() -> forms.Field:
    return forms.CharField(
        label=_("New name"),
        required=False,
        max_length=20,
        help_text=_("Empty: a plain one is made up. The player may choose another."),
        widget=UnfoldAdminTextInputWidget(),
    )


def _hours() -> forms.Field:
    return forms.IntegerField(
        label=_("Hours"),
        min_value=1,
        max_value=14 * 24,
        initial=24,
        widget=UnfoldAdminIntegerFieldWidget(),
    )


def _outcome() -> forms.Field:
    return forms.ChoiceField(
        label=_("Outcome"),
        choices=[("acted", _("Acted upon")), ("declined", _("No action needed"))],
        initial="declined",
        widget=UnfoldAdminRadioSelectWidget(),
    )


_EXTRA: dict[str, tuple[str, Callable[[], forms.Field]]] = {
    ActionKind.RENAME: ("name", _name),
    ActionKind.MUTE: ("days", _days),
    ActionKind.SUSPEND: ("days", _days),
    ActionKind.EXTEND: ("hours", _hours),
    ActionKind.CLOSE_REPORT: ("outcome", _outcome),
}
