"""The end of the game: the bow."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Actor
from games.pages.table.picture.drawing import says
from games.play.tables import Table, TableNote
from games.rules.views import View
from games.words.amounts import points_text, signed
from games.words.names import in_sentence, listed, told
from games.words.people import People, Person


@dataclass(frozen=True, slots=True)
class OnStage:
    """A player at the end of the game."""

    label: SafeString
    avatar: SafeString
    points: str
    wins: bool


@dataclass(frozen=True, slots=True)
class Bow:
    """The end of the game."""

    title: str
    reason: str
    stage: tuple[OnStage, ...] = ()
    """Everyone, the best in the middle; empty if nobody won."""
    picture: str = ""
    """What the picture of the result shows, in words; empty if there is none."""


def bow(table: Table, view: View, people: People) -> Bow:
    """Return the winners, or why there are none."""
    if view.winners is None:
        there = [seat for seat in table.seats if not seat.bot]
        deserted = all(seat.number in table.chairs.left for seat in there)
        return Bow(_("Ended unfinished"), _why_unfinished(table.notes, deserted=deserted))
    title, reason = winners_text(view, people)
    return Bow(title, reason, _stage(view, people), says(table))


def winners_text(view: View, people: People) -> tuple[str, str]:
    """Return who wins, and by how much."""
    winners = view.winners or ()
    best = max(view.scores)
    points = points_text(best)
    if len(winners) > 1:
        names = listed([people[seat].label for seat in winners], _("and"))
        return told(_("{names} win"), names=names), _("{points} each").format(points=points)
    person = people[winners[0]]
    title = _("You win") if person.me else _("{name} wins")
    second = max(score for seat, score in enumerate(view.scores) if seat not in winners)
    runners = [one for one in people.in_turn_order if view.scores[one.number] == second]
    reason = told(
        _("{points}, {ahead} ahead of {name}"),
        points=points,
        ahead=best - second,
        name=listed([_you() if one.me else one.name for one in runners], _("and")),
    )
    return told(title, name=person.name), reason


def _you() -> str:
    return pgettext("ahead of somebody", "you")


def _stage(view: View, people: People) -> tuple[OnStage, ...]:
    """Put the best in the middle, the second on the left, the others on the right."""

    def on_stage(person: Person) -> OnStage:
        points = view.scores[person.number]
        return OnStage(
            label=in_sentence(person.label),
            avatar=person.avatar,
            points=signed(points),
            wins=person.number in (view.winners or ()),
        )

    ranked = sorted(people.in_turn_order, key=lambda person: -view.scores[person.number])
    first, second, *others = [on_stage(person) for person in ranked]
    return (second, first, *others) if len(others) else (first, second)


def _why_unfinished(notes: Sequence[TableNote], *, deserted: bool) -> str:
    actor = notes[-1].actor if notes else Actor.MODERATOR
    if actor == Actor.MODERATOR:
        return _("A moderator ended the game. Nobody wins, and it doesn’t count.")
    if deserted:
        return _("All players left. Nobody wins, and it doesn’t count.")
    if actor == Actor.CLOCK:
        return _("Nobody came back. Nobody wins, and it doesn’t count.")
    return _("All agreed to end it. Nobody wins, and it doesn’t count.")
