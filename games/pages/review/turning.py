"""What made the difference at a turning point, in a sentence of facts."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.bots.hand import fewest_shows
from games.bots.reviewing.grades import Grade
from games.bots.reviewing.judging import Judgement
from games.bots.reviewing.options import kind_of
from games.bots.reviewing.whole import Decision
from games.pages.table.hint.words import lead_text, move_title
from games.pages.table.sets.gaps import gap_text
from games.rules.cards import TOPS, Cards, turn_all
from games.rules.moves import Move, Orient, Scout, ScoutAndShow, Show
from games.rules.scouting import scouted_card, with_card
from games.rules.sets import strength, stronger_sets
from games.rules.views import View
from games.words.amounts import a_number
from games.words.names import told
from games.words.people import Person
from games.words.sets import numbers


def turning_sentence(decision: Decision, verdict: Judgement, person: Person) -> SafeString:
    """Say what ``person`` did, and what was better: never more than they could know."""
    if verdict.grade == Grade.FIND:
        return told(_("Every other choice was at least {points} worse."), points=_lead(verdict))
    said = telling_sentence(decision, verdict, person)
    if said is not None:
        return said
    points = lead_text(verdict.given_away).removeprefix("+")
    better = move_title(decision.view, verdict.best[0].move)
    return told(_("Better by {points}: {move}."), move=better, points=points)


def telling_sentence(decision: Decision, verdict: Judgement, person: Person) -> SafeString | None:
    """Say what was wrong with a move; None if there is no more to say than what was better."""
    return next(_sentences(decision.view, decision.move, verdict, person), None)


class TurningCards(NamedTuple):
    """What a turning point is about: a set, and the ring that it beats."""

    cards: Cards = b""
    between: str = ""
    ring: Cards = b""


def turning_cards(decision: Decision, verdict: Judgement) -> TurningCards:
    """Return the cards of the better move, or of a find; none where a picture says little."""
    view, best = decision.view, verdict.best[0].move
    if isinstance(best, Show):
        shown, ring = (view.hand or b"")[best.start : best.stop], _ring(view)
        said = _("on") if verdict.grade == Grade.FIND else _("beats")
        return TurningCards(shown, said, ring)
    if isinstance(best, Scout) and len(_joined_by(view, best)) > 1:
        return TurningCards(_joined_by(view, best))
    return TurningCards()


def _joined_by(view: View, move: Scout) -> Cards:
    taken = scouted_card(_ring(view), move.end, move.flip)
    return _set_around(with_card(view.hand or b"", move.to, taken), move.to)


def _lead(verdict: Judgement) -> str:
    return lead_text(verdict.ahead or 0.0).removeprefix("+")


def _sentences(
    view: View, played: Move, verdict: Judgement, person: Person
) -> Iterator[SafeString]:
    """Yield what may be said, the most telling first."""
    best = verdict.best[0].move
    match played:
        case Orient():
            yield _wrong_way(view, played, person)
        case Scout():
            yield from _scouted(view, played, best, person)
        case Show():
            yield from _shown(view, played, best, person)
        case ScoutAndShow():
            yield from _spent(view, played, best, person)


def _wrong_way(view: View, played: Orient, person: Person) -> SafeString:
    dealt = view.hand or b""
    kept, turned = (fewest_shows(hand.translate(TOPS)) for hand in (dealt, turn_all(dealt)))
    other, mine = (kept, turned) if played.flip else (turned, kept)
    if other < mine:
        template = (
            ngettext(
                "The other way up, your hand was {other} set instead of {mine}.",
                "The other way up, your hand was {other} sets instead of {mine}.",
                other,
            )
            if person.me
            else ngettext(
                "The other way up, the hand was {other} set instead of {mine}.",
                "The other way up, the hand was {other} sets instead of {mine}.",
                other,
            )
        )
        return told(template, other=other, mine=mine)
    return told(
        _("The other way up, your sets were stronger.")
        if person.me
        else _("The other way up, the sets were stronger.")
    )


def _scouted(view: View, played: Scout, best: Move, person: Person) -> Iterator[SafeString]:
    hand, ring = view.hand or b"", _ring(view)
    taken = scouted_card(ring, played.end, played.flip)
    if isinstance(best, Show):
        shown = hand[best.start : best.stop]
        template = (
            _("You scouted {card} while {set} in your hand beat the ring.")
            if person.me
            else _("{name} scouted {card} while {set} in the hand beat the ring.")
        )
        if ring:
            yield told(template, name=person.name, card=_a(taken), set=_strong(shown))
    if isinstance(best, Scout) and kind_of(view, best) == kind_of(view, played):
        joined = _joined_by(view, best)
        if len(joined) > 1:
            yield told(
                _("{place}, the {number} would have made {set}."),
                place=_capital(gap_text(hand, best.to)),
                number=numbers(bytes([taken])),
                set=_strong(joined),
            )


def _shown(view: View, played: Show, best: Move, person: Person) -> Iterator[SafeString]:
    hand, ring = view.hand or b"", _ring(view)
    shown = hand[played.start : played.stop]
    broken = _broken_by(hand, played)
    if broken and isinstance(best, (Show, Scout)) and not _overlaps(best, broken):
        template = (
            _("Your {played} broke up {set} to beat {ring}.")
            if ring
            else _("Your {played} broke up {set}.")
        )
        if not person.me:
            template = (
                _("{name}’s {played} broke up {set} to beat {ring}.")
                if ring
                else _("{name}’s {played} broke up {set}.")
            )
        yield told(
            template,
            name=person.name,
            played=_strong(shown),
            set=_strong(hand[broken[0] : broken[1]]),
            ring=numbers(ring),
        )
    if isinstance(best, Show):
        better = hand[best.start : best.stop]
        if _strength(better) > _strength(shown):
            yield told(
                _("{played} was easy to beat; {set} would have stood more often."),
                played=numbers(shown),
                set=_strong(better),
            )


def _spent(view: View, played: ScoutAndShow, best: Move, person: Person) -> Iterator[SafeString]:
    if isinstance(best, ScoutAndShow):
        return
    template = (
        _("You spent Scout & Show early; {move} would have done.")
        if person.me
        else _("{name} spent Scout & Show early; {move} would have done.")
    )
    yield told(template, name=person.name, move=_strong_text(move_title(view, best)))


def _broken_by(hand: Cards, played: Show) -> tuple[int, int] | None:
    """Return the strongest set that the show broke up, if it was stronger than what was shown."""
    tops = hand.translate(TOPS)
    found = [
        (strength(tops[start:stop]), start, stop)
        for start, stop in stronger_sets(tops)
        if stop - start > 1
        and start < played.stop
        and played.start < stop
        and not (played.start <= start and stop <= played.stop)
    ]
    most, start, stop = max(found, default=(0, 0, 0))
    return (start, stop) if most > strength(tops[played.start : played.stop]) else None


def _overlaps(move: Show | Scout, cards: tuple[int, int]) -> bool:
    """Return whether the better move would break up the same cards."""
    if isinstance(move, Scout):
        return False
    within = (move.start, move.stop) == cards
    return not within and move.start < cards[1] and cards[0] < move.stop


def _set_around(hand: Cards, to: int) -> Cards:
    tops = hand.translate(TOPS)
    found = [
        (strength(tops[start:stop]), start, stop)
        for start, stop in stronger_sets(tops)
        if start <= to < stop
    ]
    _most, start, stop = max(found)
    return hand[start:stop]


def _strength(cards: Cards) -> int:
    return strength(cards.translate(TOPS))


def _ring(view: View) -> Cards:
    return view.active_set.cards if view.active_set else b""


def _a(card: int) -> str:
    return a_number(bytes([card]).translate(TOPS)[0])


def _strong(cards: Cards) -> SafeString:
    return _strong_text(numbers(cards))


def _strong_text(text: str) -> SafeString:
    return format_html("<strong>{}</strong>", text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
