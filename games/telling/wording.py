"""What emails say: public facts, phrased for one player."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Actor, Stage
from games.rules.cards import Cards, top
from games.rules.game import PublicMove, with_ring
from games.rules.scouting import left_in_ring
from games.telling.news import News
from games.words.amounts import a_number, cards_text, chips_text
from games.words.names import listed, sentences, told
from games.words.sets import numbers, set_name
from games.words.times import DAY, HOUR, MINUTE, zone_of


class MoveLine(NamedTuple):
    """An actor and what they did."""

    who: str
    what: str

    @property
    def said(self) -> SafeString:
        return sentences(self.who, self.what)


def moves_since(
    history: Sequence[PublicMove],
    actors: Sequence[str],
    names: Sequence[SafeString],
    seat: int,
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


def ring(cards: Cards, owner: int, names: Sequence[SafeString], seat: int) -> str:
    """Name the Active Set and owner: ``"Tomás’s pair of 7s"``."""
    if owner == seat:
        return _("Your {set}").format(set=set_name(cards))
    return told(_("{name}’s {set}"), name=names[owner], set=set_name(cards))


def news_sentences(news: News) -> list[str]:
    """Say what is new, most important first."""
    if news.stage == Stage.FRIENDLY:
        return [
            _("This game no longer counts for ratings."),
            _("Rated games now need a clock of at most 7 days a turn, and it has none."),
            _("Everything else stays as it was, so play on."),
        ]
    offer = ngettext(
        "{names} offers to end this game unfinished.",
        "{names} offer to end this game unfinished.",
        len(news.offered_by),
    )
    offer = told(offer, names=listed(news.offered_by, _("and")))
    said = [offer, _("Nobody wins then. It ends once everybody at the table agrees.")]
    if news.kept:
        said.append(
            _("A bot keeps your chair. If you don’t answer for 7 days, they need not wait for you.")
        )
    return [*said, _("If you’d rather play on, make your next move: that declines the offer.")]


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
    move: PublicMove, active: Cards, owner: int | None, names: Sequence[SafeString], seat: int
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
        return told(
            _("scouted {card} from {giver} for {chips}."),
            card=card,
            giver=giver,
            chips=chips_text(1),
        )
    got = told(_("You got a chip.") if owner == seat else _("{name} got a chip."), name=giver)
    shown = numbers(move.cards or b"")
    won = len(left_in_ring(active, move.end))
    if move.cards is None:
        template = _("scouted {card} from {giver}.")
    elif won:
        template = _("scouted {card} from {giver}, showed {set} and won {won}.")
    else:
        template = _("scouted {card} from {giver} and showed {set}.")
    said = told(template, card=card, giver=giver, set=shown, won=cards_text(won))
    return sentences(said, got)
