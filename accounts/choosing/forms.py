"""How soon and how often to tell a user; ``saved`` describes what was saved."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.notices.replan import replan
from games.telling.when import after, choice_of, choices, read_choice

CAPS = (4, 10)
_NO_LIMIT = "none"


class WhenForm(forms.Form):
    """When to tell of turns, and how often a day at most."""

    when = forms.ChoiceField()
    digest_hour = forms.TypedChoiceField(
        choices=[(hour, f"{hour:02}:00") for hour in range(24)], coerce=int
    )
    most_a_day = forms.ChoiceField()

    def __init__(self, data: Mapping[str, Any] | None = None, *, user: User) -> None:
        chosen = {
            "when": choice_of(user.tell_turns, user.unseen_minutes),
            "digest_hour": user.digest_hour,
            "most_a_day": _cap(user.most_a_day),
        }
        super().__init__(data, initial=chosen)
        self.user = user
        self.fields["digest_hour"].label = _("At")
        self._offer("when", choices(user.unseen_minutes))
        self._caps = [*sorted({*CAPS, user.most_a_day or CAPS[0]}), None]
        self._offer("most_a_day", {_cap(each): cap_in_words(each) for each in self._caps})

    def _offer(self, name: str, offered: dict[str, str]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(offered.items())

    def choices(self) -> list[tuple[str, str, str, bool]]:
        """Value, label, meaning and whether it is selected."""
        meanings = {
            "once": _("As soon as no page of yours is open"),
            "daily": _("Everything that waits, every day until you’ve played"),
            "deadline": _("When a fifth of the time is left"),
            "none": _("You’ll find your turns on My games"),
        }
        unseen = _("If you haven’t seen it by then")
        return [
            (value, label, meanings.get(value, unseen), value == self["when"].value())
            for value, label in choices(self.user.unseen_minutes).items()
        ]

    def caps(self) -> list[tuple[str, str, bool]]:
        """Value, label and whether it is selected."""
        chosen = self["most_a_day"].value()
        return [(_cap(each), cap_in_words(each), _cap(each) == chosen) for each in self._caps]

    def save(self) -> None:
        """Keep the choices; the form is valid."""
        user, chosen = self.user, self.cleaned_data
        user.tell_turns, user.unseen_minutes = read_choice(
            chosen["when"], minutes=user.unseen_minutes
        )
        user.digest_hour = chosen["digest_hour"]
        cap = chosen["most_a_day"]
        user.most_a_day = None if cap == _NO_LIMIT else int(cap)
        with transaction.atomic():
            user.save(update_fields=["tell_turns", "unseen_minutes", "digest_hour", "most_a_day"])
            replan(user_id=user.pk)

    def saved(self) -> str:
        """Return what was saved: ``"at once, at most 10 a day"``."""
        when, cap = soon(self.user), self.user.most_a_day
        if cap is None:
            return _("{when}, without a limit").format(when=when)
        return _("{when}, at most {most}").format(when=when, most=cap_in_words(cap))


def soon(user: User) -> str:
    """Return when the user is told of turns, in a sentence: ``"at once"``."""
    match user.tell_turns:
        case "once":
            return _("at once")
        case "each":
            label = after(user.unseen_minutes)
            return label[:1].lower() + label[1:]
        case "daily":
            return _("once a day at {hour}").format(hour=f"{user.digest_hour:02}:00")
        case "deadline":
            return _("only near deadlines")
    return _("no word about your turns")


def cap_in_words(cap: int | None) -> str:
    """Return ``"10 a day"``."""
    if cap is None:
        return _("No limit")
    return ngettext("{count} a day", "{count} a day", cap).format(count=cap)


def _cap(cap: int | None) -> str:
    return _NO_LIMIT if cap is None else str(cap)
