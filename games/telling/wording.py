"""What mails say: public facts of a game in the words of a letter to one of its players."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Actor
from games.rules.cards import Cards, top
from games.rules.game import PublicMove
from games.words.sets import MINUS, a_number, cards_text, chips_text, numbers, set_name

MINUTE, HOUR, DAY = 60, 3600, 86400


class Line(NamedTuple):
    """A sentence about a move: who, and what they did."""

    who: str
    what: str

    def __str__(self) -> str:
        return f"{self.who} {self.what}"


def moves_since(
    history: Sequence[PublicMove], actors: Sequence[str], names: Sequence[str], seat: int
) -> list[Line]:
    """The moves since the player of ``seat`` made one, oldest first; all of the round if none.

    What the clock or a bot played for that player is among them.
    """
    lines: list[Line] = []
    active, owner = b"", None
    for move, actor in zip(history, actors, strict=True):
        if move.seat == seat and actor == Actor.PLAYER:
            lines = []
        else:
            who = _("A bot in your seat") if move.seat == seat else names[move.seat]
            lines.append(Line(who, _what(move, active, owner, names, seat)))
        left = _left(active, move)
        if move.cards is None:
            active = left
        else:
            active, owner = move.cards, move.seat
    return lines


def ring(cards: Cards, owner: int, names: Sequence[str], seat: int) -> str:
    """The Active Set and whose it is: ``"Tomás’s pair of 7s"``."""
    if owner == seat:
        return _("Your {set}").format(set=set_name(cards))
    return _("{name}’s {set}").format(name=names[owner], set=set_name(cards))


def time_left(left: timedelta) -> str:
    """What is left in words, rounded down: ``"21 hours"``."""
    count, unit = _count(left)
    words = {
        MINUTE: ngettext("{count} minute", "{count} minutes", count),
        HOUR: ngettext("{count} hour", "{count} hours", count),
        DAY: ngettext("{count} day", "{count} days", count),
    }
    return words[unit].format(count=count) if count else _("less than a minute")


def short_time_left(left: timedelta) -> str:
    """What is left as briefly as a subject needs it: ``"21 h left"``."""
    count, unit = _count(left)
    words = {
        MINUTE: _("{count} min left"),
        HOUR: _("{count} h left"),
        DAY: ngettext("{count} day left", "{count} days left", count),
    }
    return words[unit].format(count=count) if count else _("under a minute left")


def moment(time: datetime) -> str:
    """``time`` on the clock of the active zone: ``"Saturday 21 November, 18:40 CET"``."""
    local = timezone.localtime(time)
    return f"{date_format(local, 'l j F, H:i')} {zone_of(local)}"


def zone_of(local: datetime) -> str:
    """What the zone of a time is called: ``"CET"``, or ``"UTC+03"`` where it has no name."""
    zone = local.tzname() or ""
    # Zones without a name of their own go by their distance.
    if zone[:1] in "+-":
        zone = f"UTC{zone.replace('-', MINUS)}"
    return zone


def _count(left: timedelta) -> tuple[int, int]:
    seconds = max(0, int(left.total_seconds()))
    unit = MINUTE if seconds < HOUR else HOUR if seconds < 2 * DAY else DAY
    return seconds // unit, unit


def _left(active: Cards, move: PublicMove) -> Cards:
    """What ``move`` leaves of the set before any show of its own."""
    if move.card is None:
        return active
    return active[1:] if move.end == "left" else active[:-1]


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
    elif won := len(_left(active, move)):
        said = _("scouted {card} from {giver}, showed {set} and won {won}.").format(
            card=card, giver=giver, set=numbers(move.cards), won=cards_text(won)
        )
    else:
        said = _("scouted {card} from {giver} and showed {set}.").format(
            card=card, giver=giver, set=numbers(move.cards)
        )
    return f"{said} {got}"
