"""What emails say: public facts, phrased for one player."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Actor
from games.rules.cards import Cards, top
from games.rules.game import PublicMove, with_ring
from games.rules.scouting import left_in_ring
from games.words.amounts import a_number, cards_text, chips_text
from games.words.sets import numbers, set_name
from games.words.times import DAY, HOUR, MINUTE, zone_of


class MoveLine(NamedTuple):
    """An actor and what they did."""

    who: str
    what: str

    def __str__(self) -> str:
        return f"{self.who} {self.what}"


def moves_since(
    history: Sequence[PublicMove], actors: Sequence[str], names: Sequence[str], seat: int
) -> list[MoveLine]:
    """Return the moves since the player's last, oldest first."""
    lines: list[MoveLine] = []
    for (move, active, owner), actor in zip(with_ring(history), actors, strict=True):
        if move.seat == seat and actor == Actor.PLAYER:
            lines = []
        else:
            who = _("A bot in your seat") if move.seat == seat else names[move.seat]
            lines.append(MoveLine(who, _what(move, active, owner, names, seat)))
    return lines


def ring(cards: Cards, owner: int, names: Sequence[str], seat: int) -> str:
    """Name the Active Set and owner: ``"Tomás’s pair of 7s"``."""
    if owner == seat:
        return _("Your {set}").format(set=set_name(cards))
    return _("{name}’s {set}").format(name=names[owner], set=set_name(cards))


def time_left(left: timedelta) -> str:
    """Format, rounded down: ``"21 hours"``."""
    seconds = max(0, int(left.total_seconds()))
    unit = MINUTE if seconds < HOUR else HOUR if seconds < 2 * DAY else DAY
    count = seconds // unit
    words = {
        MINUTE: ngettext("{count} minute", "{count} minutes", count),
        HOUR: ngettext("{count} hour", "{count} hours", count),
        DAY: ngettext("{count} day", "{count} days", count),
    }
    return words[unit].format(count=count) if count else _("less than a minute")


def moment(time: datetime) -> str:
    """Format in the active zone: ``"Saturday 21 November, 18:40 CET"``."""
    local = timezone.localtime(time)
    return f"{date_format(local, 'l j F, H:i')} {zone_of(local)}"


def _what(
    move: PublicMove, active: Cards, owner: int | None, names: Sequence[str], seat: int
) -> str:
    if move.card is None:
        assert move.cards is not None
        if not active:
            return _("showed {set} in an empty ring.").format(set=numbers(move.cards))
        return _("showed {set} and won {won}.").format(
            set=numbers(move.cards), won=cards_text(len(active))
        )
    assert owner is not None
    giver = _("you") if owner == seat else names[owner]
    card = a_number(top(move.card))
    if len(names) == 2:
        return _("scouted {card} from {giver} for {chips}.").format(
            card=card, giver=giver, chips=chips_text(1)
        )
    got = _("You got a chip.") if owner == seat else _("{name} got a chip.").format(name=giver)
    if move.cards is None:
        said = _("scouted {card} from {giver}.").format(card=card, giver=giver)
    elif won := len(left_in_ring(active, move.end)):
        said = _("scouted {card} from {giver}, showed {set} and won {won}.").format(
            card=card, giver=giver, set=numbers(move.cards), won=cards_text(won)
        )
    else:
        said = _("scouted {card} from {giver} and showed {set}.").format(
            card=card, giver=giver, set=numbers(move.cards)
        )
    return f"{said} {got}"
