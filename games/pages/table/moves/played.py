"""A round's moves with the people who made them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.models import Actor, FormerPlayer
from games.people.former import sitting_before
from games.play.tables import TableNote
from games.rules.cards import Cards
from games.rules.game import PublicMove, with_ring
from games.words.people import People, Person


class Played(NamedTuple):
    """A move, with the people as they sat at the time."""

    number: int
    """In the round, from 1."""
    move: PublicMove
    before: Cards
    """What lay in the ring."""
    person: Person
    """The player whose turn it was."""
    acting: Person
    """The same, or the bot on their chair."""
    giver: Person | None
    """The owner of the ring, who gets a chip if a card is scouted."""
    actor: str

    @property
    def by_viewer(self) -> bool:
        return self.person.me and self.actor == Actor.PLAYER

    @property
    def avatar(self) -> SafeString:
        """A bot's face where the clock moved."""
        return self.person.stand_in if self.actor == Actor.CLOCK else self.acting.avatar


class Sitting(NamedTuple):
    """The players at the table, as they changed over the round."""

    people: People
    former: Sequence[FormerPlayer] = ()

    def at(self, seat: int, version: int | None) -> Person:
        """Return who sat there when the log got that row; None: now."""
        before = None if version is None else sitting_before(self.former, seat, version)
        if before is None:
            return self.people[seat]
        return self.people.former(seat, before.name, before.kind)


def played(
    history: Sequence[PublicMove], sitting: Sitting, notes: Sequence[TableNote] = ()
) -> Iterator[Played]:
    """Yield a round's moves, oldest first."""
    turns = {note.turn: note for note in notes if note.type == "turn"}
    for number, (move, before, owner) in enumerate(with_ring(history), start=1):
        note = turns.get(number - 1)
        actor = note.actor if note else Actor.PLAYER
        version = note.version if note else None
        person = sitting.at(move.seat, version)
        by_bot = actor == Actor.BOT and not person.bot
        yield Played(
            number,
            move,
            before,
            person=person,
            acting=person.chair if by_bot else person,
            giver=None if owner is None else sitting.at(owner, version),
            actor=actor,
        )
