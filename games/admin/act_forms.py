"""Forms for moderators' acts."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
)

from games.models import ActionKind
from games.order.acts import ACTS, Need
from games.order.audit import LONGEST_REASON
from games.order.signs.dismissing import CAUSES


class ActForm(forms.Form):
    """A reason, logged and told, and the field that the act needs."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text=_(
            "It is shown to those concerned and kept in the audit log. If you name a rule of "
            "conduct, as in “rule 3”, they can follow it."
        ),
    )

    def __init__(self, kind: ActionKind, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        act = ACTS[kind]
        if act.needs is not None:
            self.fields = {act.needs: FIELDS[act.needs](), **self.fields}
        if kind == ActionKind.DISMISS_SIGN:
            self.fields["reason"].label = _("Private note")
            self.fields["reason"].help_text = _(
                "It is kept in the audit log, which moderators alone read. Players learn nothing."
            )
        if kind == ActionKind.OPEN_HANDS:
            self.fields["reason"].help_text = _(
                "It is shown to the players when the game is over, and kept in the audit log."
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
        help_text=_("Leave it empty for a plain name. The player can choose another."),
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


def _to() -> forms.Field:
    """The first move to be undone, chosen from the list above the form."""
    return forms.IntegerField(widget=forms.HiddenInput())


def _cause() -> forms.Field:
    return forms.ChoiceField(
        label=_("What it is"),
        choices=[(cause, capfirst(words)) for cause, words in CAUSES.items()],
        initial="nothing",
        widget=UnfoldAdminRadioSelectWidget(),
        help_text=_(
            "A household shares a home, a network or a device. The sign stays away for 90 days, "
            "unless it grows."
        ),
    )


FIELDS: dict[Need, Callable[[], forms.Field]] = {
    "name": _name,
    "days": _days,
    "hours": _hours,
    "to": _to,
    "cause": _cause,
}
