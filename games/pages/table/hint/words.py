"""Moves in the expert's words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.table.sets.gaps import gap_text
from games.play.hints import Advice
from games.play.outlook import Outlook
from games.rules.cards import TOPS, Cards, bottom, top
from games.rules.moves import Move, Orient, Scout, ScoutAndShow, Show
from games.rules.scouting import scouted_card, with_card
from games.rules.views import View
from games.words.amounts import cards_text, decimal, with_sign
from games.words.names import told
from games.words.people import People
from games.words.sets import numbers

LIKELY, THINKABLE = 0.6, 0.3
"""Shares of deals in which a set stays unbeaten."""


def lead_text(points: float) -> str:
    """Format expected points: ``"+1.9"``, ``"−0.6"``."""
    rounded = round(points, 1)
    if rounded == 0:
        return decimal(0)
    return with_sign(f"+{decimal(rounded)}") if rounded > 0 else decimal(rounded)


def move_title(view: View, move: Move) -> str:
    """Say what a move would do, and where."""
    hand = view.hand or b""
    if isinstance(move, Orient):
        return _("Turn your hand over") if move.flip else _("Keep your hand as dealt")
    if isinstance(move, Show):
        return _show(hand, move)
    active = view.active_set.cards if view.active_set else b""
    scout = _scout(hand, active, move)
    if isinstance(move, Scout):
        return scout
    held = with_card(hand, move.to, scouted_card(active, move.end, move.flip))
    shown = numbers(held[move.start : move.stop])
    return _("{scout}, then show {set}").format(scout=scout, set=shown)


def short_titles(view: View, moves: Sequence[Move]) -> list[str]:
    """Return a short title for each move; those alike also say which card they mean."""
    shorts = [_short_title(view, move) for move in moves]
    return [
        _told_apart(view, move) if shorts.count(short) > 1 else short
        for move, short in zip(moves, shorts, strict=True)
    ]


def _told_apart(view: View, move: Move) -> str:
    if isinstance(move, (Orient, Show)):
        return move_title(view, move)
    if isinstance(move, Scout):
        template = (
            _("Scout left {number}, {place}")
            if move.end == "left"
            else _("Scout right {number}, {place}")
        )
    else:
        template = (
            _("Scout left {number}, show {set}")
            if move.end == "left"
            else _("Scout right {number}, show {set}")
        )
    return _short_scout(view, move, template)


def _short_title(view: View, move: Move) -> str:
    if isinstance(move, Orient):
        return move_title(view, move)
    if isinstance(move, Show):
        shown = numbers((view.hand or b"")[move.start : move.stop])
        return _("Show {set}").format(set=shown)
    template = (
        _("Scout {number}, {place}") if isinstance(move, Scout) else _("Scout {number}, show {set}")
    )
    return _short_scout(view, move, template)


def _short_scout(view: View, move: Scout | ScoutAndShow, template: str) -> str:
    hand, active = view.hand or b"", view.active_set.cards if view.active_set else b""
    card = scouted_card(active, move.end, move.flip)
    if isinstance(move, Scout):
        return template.format(number=top(card), place=gap_text(hand, move.to))
    shown = numbers(with_card(hand, move.to, card)[move.start : move.stop])
    return template.format(number=top(card), set=shown)


def _show(hand: Cards, move: Show) -> str:
    tops, size = hand.translate(TOPS), move.stop - move.start
    same = tops[move.start : move.stop]
    places = [start for start in range(len(tops)) if tops[start : start + size] == same]
    template = _("Show {set}")
    if len(places) > 1:
        template = (
            _("Show {set}, card {first}") if size == 1 else _("Show {set}, cards {first} to {last}")
        )
    shown = numbers(hand[move.start : move.stop])
    return template.format(set=shown, first=move.start + 1, last=move.stop)


def _scout(hand: Cards, active: Cards, move: Scout | ScoutAndShow) -> str:
    card = scouted_card(active, move.end)
    if len(active) == 1:
        template = (
            _("Scout the {card} turned to {other}, {place}")
            if move.flip
            else _("Scout the {card}, {place}")
        )
    elif move.end == "left":
        template = (
            _("Scout the {card} on the left turned to {other}, {place}")
            if move.flip
            else _("Scout the {card} on the left, {place}")
        )
    else:
        template = (
            _("Scout the {card} on the right turned to {other}, {place}")
            if move.flip
            else _("Scout the {card} on the right, {place}")
        )
    return template.format(card=top(card), other=bottom(card), place=gap_text(hand, move.to))


def reasons_for(view: View, people: People, advice: Advice, *, least_harm: bool) -> list[str]:
    """Most important first."""
    match advice.move:
        case Orient():
            return [_either_way(advice.outlook)]
        case Scout():
            return _why_scout(view, people, advice.outlook, least_harm=least_harm)
    said = _why_show(view, advice.outlook)
    if isinstance(advice.move, ScoutAndShow):
        said.append(_("It spends your Scout & Show."))
    return said


def _either_way(outlook: Outlook) -> str:
    needed, other = outlook.needed, outlook.needed_before
    if needed == other:
        template = ngettext(
            "You would need {count} show either way; what differs is how strong your sets are.",
            "You would need {count} shows either way; what differs is how strong your sets are.",
            needed,
        )
    else:
        template = ngettext(
            "You would need {count} show to empty your hand, the other way {other}.",
            "You would need {count} shows to empty your hand, the other way {other}.",
            needed,
        )
    return template.format(count=needed, other=other)


def _why_show(view: View, outlook: Outlook) -> list[str]:
    said = []
    if outlook.ends_round:
        said.append(_("Your hand is empty then, and the round ends."))
    if outlook.won:
        said.append(_("It wins {cards}.").format(cards=cards_text(outlook.won)))
    if outlook.ends_round:
        return said
    if outlook.stands >= LIKELY:
        said.append(_("It will probably stand unbeaten."))
    elif outlook.stands >= THINKABLE:
        said.append(_("It may well stand unbeaten."))
    said.append(
        ngettext(
            "You would need {count} more show.",
            "You would need {count} more shows.",
            outlook.needed,
        ).format(count=outlook.needed)
    )
    return said


def _why_scout(view: View, people: People, outlook: Outlook, *, least_harm: bool) -> list[str]:
    said: list[str] = []
    owner = people[view.active_set.owner].name if view.active_set else ""
    if outlook.ends_round:
        said.append(told(_("The round ends with it: nobody has beaten {name}."), name=owner))
        return said
    if outlook.joined:
        said.append(_("It makes {set} in your hand.").format(set=numbers(outlook.joined)))
    needed, before = outlook.needed, outlook.needed_before
    if needed > before and least_harm:
        said.append(_("It does the least harm: nothing better can be had from this set."))
    elif needed == before:
        template = ngettext(
            "You would still need {count} more show.",
            "You would still need {count} more shows.",
            needed,
        )
        said.append(template.format(count=needed))
    else:
        template = ngettext(
            "You would need {count} more show instead of {before}.",
            "You would need {count} more shows instead of {before}.",
            needed,
        )
        said.append(template.format(count=needed, before=before))
    if view.players == 2:
        said.append(_("It costs a chip, and it stays your turn."))
    else:
        said.append(told(_("{name} gets a chip."), name=owner))
    return said
