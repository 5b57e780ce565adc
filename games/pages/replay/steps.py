"""The steps of a replay."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.pages.replay.words import placed, sentences
from games.pages.table.moves.brief import brief
from games.pages.table.moves.data import round_moves
from games.pages.table.ring import MANY, RingCard
from games.pages.table.seating import Ticket
from games.pages.table.sheets import Sheet, ending, sheet_for
from games.rules.cards import Cards
from games.rules.moves import Move, ScoutAndShow, Show
from games.rules.replays import Position, ReplayedRound
from games.rules.views import ActiveSet
from games.words.amounts import cards_text, chips_text
from games.words.names import ended, in_sentence, labelled, plain, told
from games.words.people import People, Person
from games.words.sets import set_name, spoken, unbroken

_NOTHING = SafeString("")


@dataclass(frozen=True, slots=True)
class RingShown:
    """The ring."""

    avatar: SafeString
    title: str
    kind: str
    cards: tuple[RingCard, ...]
    label: str
    many: bool
    sentence: SafeString
    placed: str
    """Where a scouted card goes, if known."""


@dataclass(frozen=True, slots=True)
class HandShown:
    """A player's hand and counters."""

    seat: int
    label: SafeString
    avatar: SafeString
    on: bool
    cards: tuple[RingCard, ...]
    """Empty if hidden."""
    spoken: str
    backs: range
    """Face-down cards."""
    count: str
    won: int
    won_spoken: str
    chips: int
    chips_spoken: str
    ticket: Ticket


@dataclass(frozen=True, slots=True)
class Step:
    """The moment before a move, or the end."""

    number: int
    """From 1; the end is one more than the moves."""
    heading: str
    spoken: str
    """For screen readers."""
    counter: str
    ring: RingShown
    hands: tuple[HandShown, ...]
    sheet: Sheet | None
    made: str = ""
    """The move, for scripts."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A move in the list."""

    number: int
    avatar: SafeString
    text: SafeString


class Steps:
    """A round's steps, computed on demand."""

    def __init__(
        self,
        replayed: ReplayedRound,
        people: People,
        totals_by_round: Sequence[tuple[int, ...]],
        *,
        stopped: bool = False,
    ) -> None:
        """``stopped`` rounds have no end and won't continue."""
        self._round = replayed
        self._people = people
        self._totals = totals_by_round
        self._stopped = stopped

    @property
    def count(self) -> int:
        """Moves: one less than steps."""
        return len(self._round.history)

    @cached_property
    def moves(self) -> list[MoveLine]:
        moves = zip(self._round.history, self._round.made, strict=True)
        return [
            MoveLine(
                number,
                self._people[public.seat].avatar,
                brief(public, made, self._people[public.seat]),
            )
            for number, (public, made) in enumerate(moves, start=1)
        ]

    @cached_property
    def _made(self) -> list[str]:
        return [json.dumps(made) for made in round_moves(self._round.history, self._round.number)]

    @cached_property
    def _sentences(self) -> Sequence[SafeString]:
        return sentences(self._round, self._people)

    def step(self, number: int) -> Step:
        """Raise ``IndexError``."""
        if not 1 <= number <= self.count + 1:
            raise IndexError(number)
        return self._end() if number > self.count else self._before(number)

    def all(self) -> list[Step]:
        return [self.step(number) for number in range(1, self.count + 2)]

    def _before(self, number: int) -> Step:
        index = number - 1
        public, made = self._round.history[index], self._round.made[index]
        position = self._round.positions[index]
        words = {"number": number, "count": self.count}
        said = plain(self.moves[index].text)
        return Step(
            number=number,
            heading=_("Round {round}, move {number} of {count}").format(
                round=self._round.number + 1, **words
            ),
            spoken=_("Move {number} of {count}: {move}").format(move=said, **words),
            counter=_("{number} / {count}").format(**words),
            ring=self._ring(position, self._sentences[index], placed(public, made), public.end),
            hands=self._hands(position, public.seat, made),
            sheet=None,
            made=self._made[index],
        )

    def _end(self) -> Step:
        last, number = self._round.last, self._round.number + 1
        position = self._round.positions[-1]
        sheet = None
        if last is None and self._stopped:
            heading = _("Round {round}, where it stopped").format(round=number)
            said = conditional_escape(_("The game ended here, unfinished."))
        elif last is None:
            heading = _("Round {round}, as it stands").format(round=number)
            said = conditional_escape(_("The round goes on."))
        else:
            heading = _("Round {round}, the end").format(round=number)
            title, reason = ending(last, self._people)
            said = unbroken(format_html("<strong>{}</strong> {}", ended(title), reason))
            sheet = sheet_for(last, self._people, self._totals)
        return Step(
            number=self.count + 1,
            heading=heading,
            spoken=_("{heading}: {what}").format(heading=heading, what=plain(said)),
            counter=_("End") if last or self._stopped else _("Now"),
            ring=self._ring(position, said, "", None, after=True),
            hands=self._hands(position, None, None),
            sheet=sheet,
        )

    def _ring(
        self,
        position: Position,
        said: SafeString,
        where: str,
        end: str | None,
        *,
        after: bool = False,
    ) -> RingShown:
        active = position.active_set
        if active is None:
            title = _("The ring is empty")
            return RingShown(_NOTHING, title, "", (), "", False, said, where)
        taken = {"left": 0, "right": len(active.cards) - 1}.get(end or "")
        return RingShown(
            avatar=self._people[active.owner].avatar,
            title=self._whose(active),
            kind=_("in the ring") if after else _("before this move"),
            cards=_row(active.cards, {taken} if taken is not None else set(), "taken"),
            label=labelled(set_name(active.cards), spoken(active.cards)),
            many=len(active.cards) >= MANY,
            sentence=said,
            placed=where,
        )

    def _whose(self, active: ActiveSet) -> str:
        owner = self._people[active.owner]
        return told(_("Your set") if owner.me else _("{name}’s set"), name=owner.name)

    def _hands(
        self, position: Position, on: int | None, made: Move | None
    ) -> tuple[HandShown, ...]:
        people = self._people.others
        if self._people.seat is not None:
            people.append(self._people[self._people.seat])
        return tuple(
            self._hand(person, position, made if person.number == on else None, person.number == on)
            for person in people
        )

    def _hand(
        self, person: Person, position: Position, made: Move | None, is_on: bool
    ) -> HandShown:
        number = person.number
        hand, count = position.hands[number], position.hand_counts[number]
        won, chips = position.collected[number], position.chips[number]
        two_players = len(position.hands) == 2
        label = told(_("{name} (you)"), name=person.name) if person.me else person.name
        return HandShown(
            seat=number,
            label=label,
            avatar=person.avatar,
            on=is_on,
            cards=_row(hand, shown_cards(made), "lifted") if hand else (),
            spoken=_("Hand of {name}, left to right: {cards}").format(
                name=plain(in_sentence(person.name)), cards=spoken(hand)
            )
            if hand
            else "",
            backs=range(0 if hand else count),
            count=_("No cards left") if not count else cards_text(count),
            won=won,
            won_spoken=_("{cards} won").format(cards=cards_text(won)),
            chips=chips,
            chips_spoken=chips_text(chips),
            ticket="" if two_players else "left" if position.scout_and_show[number] else "used",
        )


def shown_cards(made: Move | None) -> set[int]:
    """Return the shown indices in the hand before the move."""
    match made:
        case Show():
            return set(range(made.start, made.stop))
        case ScoutAndShow():
            places = range(made.start, made.stop)
            return {place - (place > made.to) for place in places if place != made.to}
    return set()


def _row(cards: Cards, marked: set[int], mark: str) -> tuple[RingCard, ...]:
    return tuple(RingCard(card, mark if i in marked else "") for i, card in enumerate(cards))
