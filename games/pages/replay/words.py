"""Moves in words."""

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.pages.table.history import log_lines, sentence
from games.rules.cards import Card, bottom, top
from games.rules.game import PublicMove
from games.rules.moves import Move, Scout, ScoutAndShow
from games.rules.replays import ReplayedRound
from games.words.amounts import a_number
from games.words.people import People, Person
from games.words.sets import numbers


def brief(public: PublicMove, made: Move | None, person: Person) -> SafeString:
    """Return ``"Ilse scouts 8 → 3"``; ``made`` reveals the card's side."""
    if public.card is None:
        assert public.cards is not None
        template = _("{who} show {set}") if person.me else _("{who} shows {set}")
        return sentence(template, who=person.label, set=numbers(public.cards))
    card = _scouted(public.card, made)
    if public.cards is None:
        template = _("{who} scout {card}") if person.me else _("{who} scouts {card}")
        return sentence(template, who=person.label, card=card)
    template = (
        _("{who} scout {card} and show {set}")
        if person.me
        else _("{who} scouts {card} and shows {set}")
    )
    return sentence(template, who=person.label, card=card, set=numbers(public.cards))


def _scouted(card: Card, made: Move | None) -> str:
    if isinstance(made, (Scout, ScoutAndShow)) and made.flip:
        return _("{number} → {other}").format(number=top(card), other=bottom(card))
    return str(top(card))


def placed(public: PublicMove, made: Move | None) -> str:
    """Say where a scouted card went, if known."""
    if public.card is None or not isinstance(made, (Scout, ScoutAndShow)):
        return ""
    if made.flip:
        return _("Turned to {card}, put in as card {place}.").format(
            card=a_number(bottom(public.card)), place=made.to + 1
        )
    return _("Put in as card {place}.").format(place=made.to + 1)


def sentences(replayed: ReplayedRound, people: People) -> Sequence[SafeString]:
    """Return moves as ``"Maya shows 8-8, beats Tomás’s 7-7 and takes 2 cards"``."""
    lines = log_lines(replayed.history, people, parted=False)
    return [line.sentence for line in reversed(lines)]
