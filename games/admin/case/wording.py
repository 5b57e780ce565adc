"""How a case, its acts and what can't be done are called."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.models import Case, CaseKind, ChatMessage
from games.order.cases.choices import Choice
from games.order.tables import PublicSeat
from games.words.names import labelled, listed_plainly, named, plain, quoted


class Refused(NamedTuple):
    """Acts that would be refused, and why."""

    labels: str
    sentence: str


def title_of(case: Case) -> str:
    """Return ``"Case 12: Bruno"``, or ``"Case 12: Bruno appeals"``."""
    if case.player is not None:
        of = case.player.get_username()
    elif case.game is not None:
        of = quoted(case.game.name)
    else:
        of = _("somebody or something that is gone")
    if case.kind == CaseKind.APPEAL:
        return _("Case {number}: {subject} appeals").format(number=case.pk, subject=of)
    return _("Case {number}: {subject}").format(number=case.pk, subject=of)


def label_of(choice: Choice) -> str:
    """Return an act with its subject, if its kind alone doesn't say it."""
    label = str(choice.kind.label)
    match choice.of:
        case ChatMessage() as message:
            return labelled(label, quoted(message.text))
        case PublicSeat() as seat:
            return labelled(label, plain(named(seat.seat.name, seat.seat.kind)))
    return label


def refused_of(choices: list[Choice]) -> list[Refused]:
    """Return the acts that would be refused, by reason."""
    found: dict[str, list[str]] = {}
    for choice in choices:
        if choice.refused:
            found.setdefault(choice.refused, []).append(label_of(choice))
    return [Refused(listed_plainly(labels), why) for why, labels in found.items()]
