"""The review as values for the template."""

from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.bots.reviewing.grades import FINE
from games.bots.reviewing.whole import Decision
from games.pages.replay.page import Tab
from games.pages.review.choice import Choice
from games.pages.review.curve import Curve
from games.pages.review.grades import Pill, pill
from games.pages.review.look import Look, judged_seats, where
from games.pages.review.turning import TurningCards, turning_cards, turning_sentence
from games.pages.table.hint.words import lead_text, move_title
from games.results.places import places_of
from games.rules.moves import Orient
from games.words.amounts import decimal, points_text, signed
from games.words.names import listed, told
from games.words.people import Person

_COUNTS = (gettext_lazy("One"), gettext_lazy("Two"), gettext_lazy("Three"))
_PLACES = (
    gettext_lazy("first"),
    gettext_lazy("second"),
    gettext_lazy("third"),
    gettext_lazy("fourth"),
    gettext_lazy("fifth"),
)


class AccuracyLine(NamedTuple):
    """A player and how well they chose."""

    person: Person
    points: str
    given_away: str
    percent: int | None


class TurningCard(NamedTuple):
    """A turning point."""

    address: str
    current: bool
    where: str
    pill: Pill
    picture: TurningCards
    sentence: SafeString


class MoveLine(NamedTuple):
    """A decision in the list."""

    number: int
    address: str
    current: bool
    title: str
    pill: Pill


def page_context(look: Look, *, opened: bool) -> dict[str, Any]:
    """Return the context of ``games/review/review.html``; ``opened`` shows the other hands."""
    choice = Choice(look)
    here = look.address(look.place)
    return {
        "heading": heading(look),
        "result": result(look),
        "tabs": _tabs(look),
        "accuracies": _accuracies(look),
        "turning_points": _turning_cards(look),
        "choice": choice,
        "where": where(look.place),
        "step": choice.step(opened=opened),
        "opened": opened,
        "open_address": here if opened else f"{here}&hands=open",
        "curve": Curve(look),
        "moves": _moves(look),
        "moves_heading": _("Your moves")
        if look.person.me
        else told(_("{name}’s moves"), name=look.person.name),
        "given_away": _given_away(look),
        "luck": _luck(look),
        "back": _beside(look, -1),
        "following": _beside(look, 1),
        "mine": look.person.me,
    }


def heading(look: Look) -> str:
    """Say how many moves made the difference."""
    points = len(look.summary.turning_points)
    worst = max((one.verdict.given_away for one in look.own if one.verdict), default=0.0)
    if look.person.me and _has_won(look):
        return _("How you won it")
    if not points or worst <= FINE:
        return _("A clean game")
    return ngettext(
        "{count} move made the difference", "{count} moves made the difference", points
    ).format(count=_COUNTS[points - 1])


def _has_won(look: Look) -> bool:
    return look.subject.totals[look.seat] == max(look.subject.totals)


def result(look: Look) -> SafeString:
    """Say how the game ended: ``"Thursday Troupe, finished. You came third with 27; …"``."""
    totals = look.subject.totals
    most = max(totals)
    winners = [look.people[at].label for at, total in enumerate(totals) if total == most]
    if _has_won(look):
        template = (
            _("{game}, finished. You won with {points}.")
            if look.person.me
            else _("{game}, finished. {name} won with {points}.")
        )
    elif look.person.me:
        template = _("{game}, finished. You came {place} with {points}; {winners} won with {most}.")
    else:
        template = _(
            "{game}, finished. {name} came {place} with {points}; {winners} won with {most}."
        )
    return told(
        template,
        game=look.subject.name,
        name=look.person.label,
        place=_PLACES[places_of(totals, set())[look.seat] - 1],
        points=signed(totals[look.seat]),
        winners=listed(winners, _("and")),
        most=signed(most),
    )


def _tabs(look: Look) -> list[Tab]:
    return [
        Tab(look.people[seat].label, look.address(seat=seat), seat == look.seat)
        for seat in judged_seats(look.review)
    ]


def _accuracies(look: Look) -> list[AccuracyLine]:
    """Best placed first."""
    totals = look.subject.totals
    return [
        AccuracyLine(
            person=look.people[seat],
            points=points_text(totals[seat]),
            given_away=_("{points} given away").format(points=decimal(found.given_away)),
            percent=None if found.accuracy is None else round(100 * found.accuracy),
        )
        for seat, found in sorted(
            judged_seats(look.review).items(), key=lambda item: -totals[item[0]]
        )
    ]


def _turning_cards(look: Look) -> list[TurningCard]:
    cards = []
    for place in look.summary.turning_points:
        verdict = look.review.at(place).verdict
        assert verdict is not None
        cards.append(
            TurningCard(
                address=look.address(place),
                current=place == look.place,
                where=where(place),
                pill=pill(verdict),
                picture=turning_cards(look.decisions[place], verdict),
                sentence=turning_sentence(look.decisions[place], verdict, look.person),
            )
        )
    return cards


def _moves(look: Look) -> list[MoveLine]:
    """Return the player's decisions of the round."""
    return [
        MoveLine(
            number=one.number,
            address=look.address(one.place),
            current=one.place == look.place,
            title=_made(look.decisions[one.place]),
            pill=pill(one.verdict),
        )
        for one in look.own_in_round
        if one.verdict
    ]


def _made(decision: Decision) -> str:
    if isinstance(decision.move, Orient):
        return _("Turned over") if decision.move.flip else _("Kept as dealt")
    return move_title(decision.view, decision.move)


def _given_away(look: Look) -> str:
    """Return what was given away in the round."""
    lost = sum(one.verdict.given_away for one in look.own_in_round if one.verdict)
    return _("Round {round} · {points} given away").format(
        round=look.place.round + 1, points=decimal(lost)
    )


def _luck(look: Look) -> SafeString:
    """Say what the deal of the round was worth."""
    dealt = next(
        one.luck for one in look.in_round if one.seat == look.seat and one.luck is not None
    )
    template = (
        _("Dealt luck: your hand was worth {points} against the average one.")
        if look.person.me
        else _("Dealt luck: the hand was worth {points} against the average one.")
    )
    return told(template, points=lead_text(dealt))


def _beside(look: Look, step: int) -> str:
    """Return the address of the decision before or after; empty if there is none."""
    places = [one.place for one in look.own]
    at = places.index(look.place) + step
    return look.address(places[at]) if 0 <= at < len(places) else ""
