"""What came of an answer."""

from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.bots.reviewing.grades import Grade
from games.bots.reviewing.judging import Judgement
from games.bots.reviewing.whole import Decision, Place
from games.pages.review.choice import judged_lines, reason_for, shown_options, zero_of
from games.pages.review.grades import pill
from games.pages.review.turning import telling_sentence
from games.pages.table.choices import Choice
from games.pages.table.ring import ring_for
from games.practice.spacing import RIGHT
from games.practice.tables import seats_of
from games.rules.cards import Card, Cards
from games.rules.moves import Move, Scout, ScoutAndShow, Show
from games.rules.scouting import scouted_card, with_card
from games.rules.views import View
from games.words.people import people_at
from games.words.sets import spoken


class PlacedCard(NamedTuple):
    """A card of the hand."""

    card: Card
    classes: str


def answer_context(view: View, verdict: Judgement) -> dict[str, Any]:
    """Return what ``games/practice/answer.html`` says of an answer."""
    people = people_at(seats_of(view), view.seat)
    best = verdict.best[0]
    hand = _hand_with(view, best.move)
    return {
        "heading": _heading(verdict.grade),
        "pill": pill(verdict),
        "played": None if verdict.grade in RIGHT else _about(view, verdict),
        "reason": reason_for(view, people, best),
        "options": judged_lines(view, verdict),
        "zero": zero_of(shown_options(view, verdict)),
        "ring": ring_for(view, people, Choice()),
        "hand": _placed(hand, best.move),
        "hand_spoken": spoken(hand),
        "hand_heading": _("Your hand, with the card scouted")
        if hand != view.hand
        else _("Your hand"),
    }


def _heading(grade: Grade) -> str:
    if grade in RIGHT:
        return _("Right, that’s the best move")
    if grade == Grade.FINE:
        return _("Fine, but there’s better")
    return _("There’s a better move")


def _about(view: View, verdict: Judgement) -> SafeString | None:
    """Say what was wrong, as a review does of a turning point."""
    assert view.seat is not None
    decision = Decision(
        Place(view.round, len(view.history) + 1, view.seat), view, verdict.played.move
    )
    person = people_at(seats_of(view), view.seat)[view.seat]
    return telling_sentence(decision, verdict, person)


def _hand_with(view: View, best: Move) -> Cards:
    hand = view.hand or b""
    if isinstance(best, (Scout, ScoutAndShow)) and view.active_set:
        return with_card(hand, best.to, scouted_card(view.active_set.cards, best.end, best.flip))
    return hand


def _placed(hand: Cards, best: Move) -> list[PlacedCard]:
    """Return the hand with what the best move shows, or scouts, marked."""
    marked: set[int] = set()
    if isinstance(best, (Show, ScoutAndShow)):
        marked.update(range(best.start, best.stop))
    elif isinstance(best, Scout):
        marked.add(best.to)
    return [PlacedCard(card, "marked" if at in marked else "") for at, card in enumerate(hand)]
