"""When to be told of turns: the same choices in the settings and behind links in emails."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

UNSEEN = (10, 60)
"""Minutes unseen that everybody can choose."""
_EACH = "each"


def choices(minutes: int) -> dict[str, str]:
    """Return what a user whose own ``minutes`` unseen are these can choose, in order, in words."""
    return {
        "once": _("At once"),
        **{f"{_EACH}-{each}": after(each) for each in sorted({*UNSEEN, minutes})},
        "daily": _("One a day"),
        "deadline": _("Only near deadlines"),
        "none": _("None"),
    }


def choice_of(tell_turns: str, minutes: int) -> str:
    """Return which of the ``choices`` these preferences are."""
    return f"{_EACH}-{minutes}" if tell_turns == _EACH else tell_turns


def read_choice(choice: str, *, minutes: int) -> tuple[str, int]:
    """Return the preferences that ``choice`` stands for; raise ``ValueError`` for unknown ones.

    ``each`` alone, as in earlier emails, keeps the user's own ``minutes``.
    """
    if choice == _EACH:
        return _EACH, minutes
    if choice not in choices(minutes):
        raise ValueError(f"Unknown choice: {choice!r:.20}.")
    kind, _dash, unseen = choice.partition("-")
    return kind, int(unseen or minutes)


def after(minutes: int) -> str:
    """Return ``"After 10 minutes"``."""
    hours, rest = divmod(minutes, 60)
    if rest:
        words = ngettext("After {count} minute", "After {count} minutes", minutes)
        return words.format(count=minutes)
    if hours == 1:
        return _("After an hour")
    return ngettext("After {count} hour", "After {count} hours", hours).format(count=hours)
