"""The log of a round: one sentence a move, newest first."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import Actor
from games.pages.table.chair_lines import chair_line
from games.play.tables import TableNote
from games.rules.cards import Cards, bottom, top
from games.rules.game import PublicMove
from games.rules.moves import Move, Scout, ScoutAndShow
from games.words.people import People, Person
from games.words.sets import a_number, numbers, unbroken


class Line(NamedTuple):
    """A move in the log, or what happened to a chair."""

    number: int
    """The move's place in the round, from 1; 0 for a chair."""
    avatar: SafeString
    sentence: SafeString
    private: str
    """What only its player may read; empty for the moves of others."""
    since: bool
    """Whether the reader's own last turn begins here."""
    clock: str = ""
    """That the clock had to play it; empty for all other moves."""


def sentence(template: str, tail: str = "", **strong: str) -> SafeString:
    """``template`` with its values in strong letters, then ``tail`` in quiet ones."""
    head = format_html(
        escape(template),
        **{name: format_html("<strong>{}</strong>", v) for name, v in strong.items()},
    )
    return unbroken(format_html("{} {}", head, tail) if tail else head)


def log_lines(
    history: Sequence[PublicMove],
    people: People,
    own_moves: Sequence[Move] = (),
    notes: Sequence[TableNote] = (),
    *,
    parted: bool = True,
) -> list[Line]:
    """The moves of a round as sentences, newest first, with what happened to its chairs.

    ``own_moves`` are the reader's own, which tell the reader alone where their cards went, and
    ``notes`` say who acted for a seat. With ``parted`` a mark stands where the reader's last turn
    was.
    """
    own = iter(own_moves)
    two_players = len(people.everyone) == 2
    actors = {note.turn: note.actor for note in notes if note.type == "turn"}
    lines = _chair_lines(notes, people, before=0)
    active, owner = b"", None
    for number, move in enumerate(history, start=1):
        mine = move.seat == people.seat
        actor = actors.get(number - 1, Actor.PLAYER)
        person = people[move.seat]
        by_bot = actor == Actor.BOT and person.avatar != person.stand_in
        acting = person.chair if by_bot else person
        left = _left(active, move)
        said = (
            _scouted(move, acting, people, owner, two_players)
            if move.type == "scout"
            else _shown(move, acting, people, active if move.type == "show" else left, owner)
        )
        line = Line(number, acting.avatar, said, _private(own, move) if mine else "", False)
        if actor == Actor.CLOCK:
            clock = _("Time ran out, so a bot played this turn")
            line = line._replace(avatar=person.stand_in, clock=clock)
        lines += [line, *_chair_lines(notes, people, before=number)]
        if move.cards is None:
            active = left
        else:
            active, owner = move.cards, move.seat
    made = [number for number, move in enumerate(history, start=1) if move.seat == people.seat]
    made = [number for number in made if actors.get(number - 1, Actor.PLAYER) == Actor.PLAYER]
    return _parted(lines[::-1], made, len(history)) if parted else lines[::-1]


def _chair_lines(notes: Sequence[TableNote], people: People, *, before: int) -> list[Line]:
    """What happened to chairs when ``before`` turns of the round were made."""
    lines = []
    for note in notes:
        if note.type != "turn" and note.turn == before:
            said = chair_line(note, people)
            told = sentence("{what}", said.reason, what=said.title)
            lines.append(Line(0, said.avatar, told, "", False))
    return lines


def _left(active: Cards, move: PublicMove) -> Cards:
    """What ``move`` leaves of the set before any show of its own."""
    if move.card is None:
        return active
    return active[1:] if move.end == "left" else active[:-1]


def _parted(lines: list[Line], made: Sequence[int], moves: int) -> list[Line]:
    """``lines`` (newest first) with a mark at the reader's last turn, if others moved since."""
    if not made or made[-1] == moves:
        return lines
    return [line._replace(since=line.number == made[-1]) for line in lines]


def _scouted(
    move: PublicMove, person: Person, people: People, owner: int | None, two_players: bool
) -> SafeString:
    assert move.card is not None
    assert owner is not None
    giver = people[owner]
    template = _("{who} scout {card}") if person.me else _("{who} scouts {card}")
    if two_players:
        tail = (
            _("from you, 1 chip to the centre")
            if giver.me
            else _("from {owner}, 1 chip to the centre")
        )
    else:
        tail = _("from you, and you get a chip") if giver.me else _("from {owner}, who gets a chip")
    return sentence(
        template,
        tail.format(owner=giver.name),
        who=person.label,
        card=a_number(top(move.card)),
    )


def _shown(
    move: PublicMove, person: Person, people: People, beaten: Cards, owner: int | None
) -> SafeString:
    assert move.cards is not None
    if move.card is None:
        template = _("{who} show {set}") if person.me else _("{who} shows {set}")
        return sentence(
            template, _effect(people, beaten, owner), who=person.label, set=numbers(move.cards)
        )
    assert owner is not None
    giver = people[owner]
    template = (
        _("{who} scout {card} and show {set}")
        if person.me
        else _("{who} scouts {card} and shows {set}")
    )
    chip = _("You get a chip.") if giver.me else _("{owner} gets a chip.").format(owner=giver.name)
    return sentence(
        template,
        f"{_effect(people, beaten, owner)}. {chip}",
        who=person.label,
        card=a_number(top(move.card)),
        set=numbers(move.cards),
    )


def _effect(people: People, beaten: Cards, owner: int | None) -> str:
    """What a show did to the set before it."""
    if not beaten or owner is None:
        return _("in an empty ring")
    person = people[owner]
    template = (
        _("beats your {set}, wins {count}")
        if person.me
        else _("beats {owner}’s {set}, wins {count}")
    )
    return template.format(owner=person.name, set=numbers(beaten), count=len(beaten))


def _private(own: Iterator[Move], move: PublicMove) -> str:
    """Where a scouted card went, for its own player."""
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
    """The last set that was shown, whole; empty if none was."""
    for move in reversed(history):
        if move.cards is not None:
            return move.cards
    return b""
