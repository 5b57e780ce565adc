"""The form in which an odd sentence is sent."""

from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.odd_sentences.models import LONGEST, OddSentence

if TYPE_CHECKING:
    FormOfASentence = forms.ModelForm[OddSentence]
else:
    FormOfASentence = forms.ModelForm


class _Words(forms.CharField):
    """Words on one line, so that a line's end counts as one character, as in browsers."""

    widget = forms.Textarea(attrs={"rows": 3, "autocomplete": "off"})

    def to_python(self, value: Any) -> str:
        return " ".join(str(value or "").split())


class OddSentenceForm(FormOfASentence):
    """The sentence, and what it should be."""

    text = _Words(label=gettext_lazy("Which sentence?"), max_length=LONGEST)
    suggestion = _Words(
        label=gettext_lazy("What would you say instead?"),
        required=False,
        max_length=LONGEST,
        help_text=gettext_lazy("You may leave it empty."),
    )

    class Meta:
        model = OddSentence
        fields: ClassVar = ["text", "suggestion"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].error_messages["required"] = _("Please fill this in.")
