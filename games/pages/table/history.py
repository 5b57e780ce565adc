"""The log of a round, newest first."""

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.log.rewinds import Undone, places_of
from games.models import Actor, FormerPlayer
from games.pages.table.chair_lines import chair_line
from games.pages.table.moves.played import Sitting, played
from games.play.tables import TableNote
from games.rules.cards import Cards, bottom, top
from games.rules.game import PublicMove
from games.rules.moves import Move, Scout, ScoutAndShow
from games.rules.scouting import left_in_ring
from games.words.amounts import a_number, cards_text
from games.words.kept import kept_per_language
from games.words.names import sentences, told
from games.words.people import People, Person
from games.words.sets import numbers, unbroken


class LogLine(NamedTuple):
    """A line about a move or a chair."""

    number: int
    """From 1; 0 for chairs."""
    avatar: SafeString
    sentence: SafeString
    private: str
    """Only for the player who moved."""
    heading: str = ""
    """Of the lines from here on."""
    clock: str = ""
    """Set if the clock forced it."""
    undone: bool = False
    """Whether it is a move that was taken back."""
    planned: bool = False
    """Whether the viewer's plan made it: nobody else may know."""


def sentence(template: str, tail: str = "", **strong: str) -> SafeString:
    """Return ``template`` with bold values and a quiet ``tail``."""
    bold = {name: format_html("<strong>{}</strong>", value) for name, value in strong.items()}
    return unbroken(sentences(told(template, **bold), tail))


def log_lines(
    history: Sequence[PublicMove],
    people: People,
    own_moves: Sequence[Move | None] = (),
    notes: Sequence[TableNote] = (),
    former: Sequence[FormerPlayer] = (),
    *,
    parted: bool = True,
    planned: Container[int] = (),
    undone: Sequence[Undone] = (),
) -> list[LogLine]:
    """Return moves and chair changes, newest first; each names who sat there at the time.

    ``own_moves`` place the viewer's scouted cards; ``parted`` tells what came since their last turn
    from what came before; ``planned`` are the turns that their plans made; ``undone`` ones come
    before the row that takes them back.
    """
    own = iter(own_moves)
    two_players = len(people.everyone) == 2
    sitting = Sitting(people, former)
    beside = _beside(notes, undone, sitting, two_players=two_players)
    lines = beside[0]
    made = 0
    for each in played(history, sitting, notes):
        number, move, acting, giver = each.number, each.move, each.acting, each.giver
        mine = move.seat == people.seat
        made = number if each.by_viewer else made
        said = _said(move, acting, giver, each.before, two_players=two_players)
        line = LogLine(number, each.avatar, said, _private(own, move) if mine else "")
        line = line._replace(planned=mine and number in planned)
        if each.actor == Actor.CLOCK:
            line = line._replace(clock=_("Time ran out, so a bot played this turn"))
        lines += [line, *beside[number]]
    return _parted(lines[::-1], made) if parted else lines[::-1]


def _beside(
    notes: Sequence[TableNote], undone: Sequence[Undone], sitting: Sitting, *, two_players: bool
) -> defaultdict[int, list[LogLine]]:
    """Return lines about chairs and undone turns, by the number of turns before them."""
    places = places_of(undone)
    found = [
        (note.turn, note.version, _about(note, sitting)) for note in notes if note.type != "turn"
    ]
    found += [
        (places[each.version], each.version, _struck(each, sitting, two_players)) for each in undone
    ]
    lines: defaultdict[int, list[LogLine]] = defaultdict(list)
    for turn, _version, line in sorted(found, key=itemgetter(0, 1)):
        lines[turn].append(line)
    return lines


def _about(note: TableNote, sitting: Sitting) -> LogLine:
    # A newcomer sits down in the chair of the player before.
    earlier = sitting.at(note.seat, note.version - 1)
    said = chair_line(note, sitting.at(note.seat, note.version), earlier)
    return LogLine(0, said.avatar, sentence("{what}", said.reason, what=said.title), "")


def _struck(each: Undone, sitting: Sitting, two_players: bool) -> LogLine:
    person = sitting.at(each.move.seat, each.version)
    giver = None if each.owner is None else sitting.at(each.owner, each.version)
    by_bot = each.actor == Actor.BOT and not person.bot
    acting = person.chair if by_bot else person
    said = _said(each.move, acting, giver, each.ring, two_players=two_players)
    return LogLine(0, acting.avatar, said, "", undone=True)


def _said(
    move: PublicMove, acting: Person, giver: Person | None, ring: Cards, *, two_players: bool
) -> SafeString:
    if move.type == "scout" and giver:
        return _scouted(move, acting, giver, two_players)
    return _shown(move, acting, left_in_ring(ring, move.end), giver)


def _parted(lines: list[LogLine], made: int) -> list[LogLine]:
    """Put headings above what is new to the viewer, and above what isn't.

    ``made`` is the number of their last move, 0 without any.
    """
    mine = next((at for at, line in enumerate(lines) if made and line.number == made), 0)
    if not mine:
        return lines
    return [
        lines[0]._replace(heading=_("Since your last turn")),
        *lines[1:mine],
        lines[mine]._replace(heading=pgettext("earlier moves", "Before")),
        *lines[mine + 1 :],
    ]


@kept_per_language
def _scouted(move: PublicMove, person: Person, giver: Person, two_players: bool) -> SafeString:
    assert move.card is not None
    template = _("{who} scout {card}") if person.me else _("{who} scouts {card}")
    if not two_players:
        tail = _("from you, and you get a chip") if giver.me else _("from {owner}, who gets a chip")
    elif person.me:
        tail = _("from {owner} and put a chip in the centre")
    elif giver.me:
        tail = _("from you and puts a chip in the centre")
    else:
        tail = _("from {owner} and puts a chip in the centre")
    return sentence(
        template,
        told(tail, owner=giver.name),
        who=person.label,
        card=a_number(top(move.card)),
    )


@kept_per_language
def _shown(move: PublicMove, person: Person, beaten: Cards, owner: Person | None) -> SafeString:
    assert move.cards is not None
    strong = {"who": person.label, "set": numbers(move.cards)}
    if move.card is not None:
        strong["card"] = a_number(top(move.card))
    bold = {name: format_html("<strong>{}</strong>", value) for name, value in strong.items()}
    wins = bool(beaten) and owner is not None
    return unbroken(
        told(
            _templates(person, owner, both=move.card is not None)[wins],
            **bold,
            owner=owner.name if owner else "",
            beaten=numbers(beaten),
            cards=cards_text(len(beaten)),
        )
    )


def _templates(person: Person, owner: Person | None, *, both: bool) -> tuple[str, str]:
    """Return how one says a show in an empty ring, and one that beats a set."""
    mine = owner is not None and owner.me
    if not both:
        if person.me:
            return (
                _("{who} show {set} in an empty ring"),
                _("{who} show {set}, beat {owner}’s {beaten} and take {cards}"),
            )
        return (
            _("{who} shows {set} in an empty ring"),
            _("{who} shows {set}, beats your {beaten} and takes {cards}")
            if mine
            else _("{who} shows {set}, beats {owner}’s {beaten} and takes {cards}"),
        )
    if person.me:
        return (
            _("{who} scout {card} and show {set} in an empty ring, and {owner} gets a chip"),
            _(
                "{who} scout {card}, show {set}, beat {owner}’s {beaten} and take {cards}, "
                "and {owner} gets a chip"
            ),
        )
    if mine:
        return (
            _("{who} scouts {card} and shows {set} in an empty ring, and you get a chip"),
            _(
                "{who} scouts {card}, shows {set}, beats your {beaten} and takes {cards}, "
                "and you get a chip"
            ),
        )
    return (
        _("{who} scouts {card} and shows {set} in an empty ring, and {owner} gets a chip"),
        _(
            "{who} scouts {card}, shows {set}, beats {owner}’s {beaten} and takes {cards}, "
            "and {owner} gets a chip"
        ),
    )


def _private(own: Iterator[Move | None], move: PublicMove) -> str:
    made = next(own, None)
    if move.card is None or not isinstance(made, (Scout, ScoutAndShow)):
        return ""
    place = made.to + 1
    if made.flip:
        return _("Only you see this: turned to {card}, put in as card {place}").format(
            card=a_number(bottom(move.card)), place=place
        )
    return _("Only you see this: put in as card {place}").format(place=place)


def as_shown(history: Sequence[PublicMove]) -> Cards:
    """Return the last set shown, in full."""
    for move in reversed(history):
        if move.cards is not None:
            return move.cards
    return b""
