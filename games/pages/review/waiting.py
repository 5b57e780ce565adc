"""What the page says while there is no review."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import ReviewState
from games.review.seeing import Subject


class Waiting(NamedTuple):
    """Before a review is there."""

    heading: str
    text: str
    asks: str
    """Of the button that asks for it; empty while somebody is at it."""
    judged: int
    due: int
    """0: unknown."""


def waiting_for(subject: Subject) -> Waiting:
    """Return how far the review of ``subject`` is."""
    progress = subject.progress
    if progress is None:
        return Waiting(
            heading=_("What would the expert have done?"),
            text=_(
                "The expert looks at every choice that people made, from what each could know "
                "then, and says what it gave away."
            ),
            asks=_("Review this game"),
            judged=0,
            due=0,
        )
    if progress.state == ReviewState.FAILED:
        return Waiting(
            heading=_("The expert had no answer"),
            text=_("Something went wrong while it looked at the game."),
            asks=_("Try again"),
            judged=0,
            due=0,
        )
    text = _("The expert is about to look at the game.")
    if progress.due:
        text = ngettext(
            "The expert is looking at {count} choice.",
            "The expert is looking at {count} choices.",
            progress.due,
        ).format(count=progress.due)
    return Waiting(
        heading=_("One moment"),
        text=_("{what} You can leave this page; the review is kept.").format(what=text),
        asks="",
        judged=progress.judged,
        due=progress.due,
    )
