"""The text to pass on: it gives nothing away."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots.reviewing.grades import Grade
from games.words.amounts import plus
from games.words.links import site_link

MARKS = {
    Grade.BEST: "🟢",
    Grade.FINE: "🟡",
    Grade.LOOSE: "🔶",
    Grade.COSTLY: "🔻",
    Grade.FIND: "⭐",
}


def marks_of(grades: Sequence[Grade]) -> str:
    """Return one mark a decision: no card, no kind of move."""
    return "".join(MARKS[grade] for grade in grades)


def share_text(
    *,
    number: int,
    points: int,
    expert: int | None,
    better_than: str,
    grades: Sequence[Grade],
    days: int,
) -> str:
    """Return the lines; ``better_than`` is empty while too few have played."""
    result = [plus(points)]
    if expert is not None:
        result.append(_("expert {points}").format(points=plus(expert)))
    if better_than:
        result.append(better_than)
    lines = [
        _("Next Act · deal {number}").format(number=number),
        " · ".join(result),
        marks_of(grades),
    ]
    if days > 1:
        lines.append(
            ngettext("{days} day in a row", "{days} days in a row", days).format(days=days)
        )
    return "\n".join(filter(None, [*lines, site_link(reverse("today"))]))
