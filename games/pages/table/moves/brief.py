"""A move in a few words."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.pages.table.history import sentence
from games.rules.cards import Card, bottom, top
from games.rules.game import PublicMove
from games.rules.moves import Move, Scout, ScoutAndShow
from games.words.people import Person
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
