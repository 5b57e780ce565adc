"""What emails say of a game: public facts, phrased for one player."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Actor
from games.play.plans.outcomes import read_tried
from games.rules.cards import Cards, top
from games.rules.game import PublicMove, RoundResult, with_ring
from games.rules.scouting import left_in_ring
from games.telling.facts import Ended, PublicRound
from games.telling.turns import Turn
from games.words.amounts import a_number, cards_text, chips_text, plus
from games.words.names import in_sentence, listed, sentences, told
from games.words.plans import misfit_said
from games.words.sets import numbers, set_name, what_beats
from games.words.times import DAY, HOUR, MINUTE


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
            who = _("A bot in your seat") if move.seat == seat else in_sentence(names[move.seat])
            lines.append(MoveLine(who, _what(move, active, owner, names, seat)))
    return lines


def ring(cards: Cards, owner: int, names: Sequence[SafeString], seat: int) -> str:
    """Name the Active Set and owner: ``"Tomás’s pair of 7s"``."""
    if owner == seat:
        return _("Your {set}").format(set=set_name(cards))
    return told(_("{name}’s {set}"), name=names[owner], set=set_name(cards))


def what_beats_it(cards: Cards, players: int) -> str:
    """Return ``"Beat it with a pair of 8s or higher or any 3+ cards."``; empty if nothing does."""
    beaters = what_beats(cards, players)
    if not beaters:
        return ""
    return _("Beat it with {beaters}.").format(beaters=listed(beaters, _("or")))


def last_move(current: PublicRound, seat: int) -> SafeString:
    """Return the last move in a sentence, empty before the first."""
    lines = moves_since(current.view.history, current.actors, current.names, seat)
    return lines[-1].said if lines else SafeString()


def misfit_of(current: PublicRound, turn: Turn) -> SafeString:
    """Return why the player's own plan didn't fit, if so: for their email and devices alone."""
    if not turn.misfit:
        return SafeString()
    return misfit_said(read_tried(turn.misfit), current.names, turn.seat)


def chat_line(current: PublicRound, turn: Turn) -> SafeString:
    """Return the others' last message to the player: ``"Bruno: “Ready?”"``; empty without one."""
    for said in current.chat:
        if said.seat != turn.seat and turn.user_id not in said.not_for:
            return told(_("{name}: “{text}”"), name=current.names[said.seat], text=said.text)
    return SafeString()


def round_before(result: RoundResult, names: Sequence[SafeString], seat: int) -> SafeString:
    """Return how a round ended, and what the player got."""
    number = result.number + 1
    if result.ender is None:
        said = told(_("Round {number} ended after 200 turns."), number=number)
    elif result.ended_by == "empty_hand":
        template = (
            _("You ended round {number} with an empty hand.")
            if result.ender == seat
            else _("{name} ended round {number} with an empty hand.")
        )
        said = told(template, name=names[result.ender], number=number)
    else:
        template = (
            _("Nobody beat your set, which ended round {number}.")
            if result.ender == seat
            else _("Nobody beat {name}’s set, which ended round {number}.")
        )
        said = told(template, name=names[result.ender], number=number)
    points = plus(result.scores[seat].total)
    return sentences(said, _("You got {points}.").format(points=points))


def outcome(ended: Ended) -> str:
    """Return who won."""
    if ended.voided:
        return _("It ended unfinished.")
    winners = [(name, me) for name, _score, winner, me in ended.standing if winner]
    if len(winners) > 1:
        names = listed([_("you") if me else name for name, me in winners], _("and"))
        return told(_("{names} win."), names=names)
    name, me = winners[0]
    return told(_("You win.") if me else _("{name} wins."), name=name)


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
    mine, giver = owner == seat, names[owner]
    card = a_number(top(move.card))
    if len(names) == 2:
        template = _("scouted {card} from {giver} for {chips}.")
        if mine:
            template = _("scouted {card} from you for {chips}.")
        return told(template, card=card, giver=giver, chips=chips_text(1))
    got = told(_("You got a chip.") if mine else _("{name} got a chip."), name=giver)
    shown = numbers(move.cards or b"")
    won = len(left_in_ring(active, move.end))
    if move.cards is None:
        template = _("scouted {card} from you.") if mine else _("scouted {card} from {giver}.")
    elif won:
        template = _("scouted {card} from {giver}, showed {set} and won {won}.")
        if mine:
            template = _("scouted {card} from you, showed {set} and won {won}.")
    else:
        template = _("scouted {card} from {giver} and showed {set}.")
        if mine:
            template = _("scouted {card} from you and showed {set}.")
    said = told(template, card=card, giver=giver, set=shown, won=cards_text(won))
    return sentences(said, got)
