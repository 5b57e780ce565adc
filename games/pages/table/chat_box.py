"""The table chat."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.models import FormerPlayer, Seat
from games.play.chat import LONGEST
from games.play.messages import Said, chat_for
from games.play.stamps import Stamp
from games.play.tables import Table
from games.words.people import People, Person, people_at
from games.words.times import clock_time


@dataclass(frozen=True, slots=True)
class Message:
    """A message as the viewer sees it."""

    id: int
    name: SafeString
    avatar: SafeString
    text: str
    time: str
    mine: bool
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class ChatBox:
    """The table chat."""

    messages: list[Message]
    may_say: bool
    longest: int = LONGEST


def chat_box(table: Table, *, to_read: bool = False) -> ChatBox | None:
    """Return the chat, if the viewer may read it and has company; perhaps only ``to_read``."""
    stamp, seats = table.stamp, list(table.seats)
    chat = chat_for(stamp)
    if chat is None:
        return None
    talking = sum(not seat.bot for seat in seats) > 1
    may_say = chat.may_say and not to_read
    if not chat.messages and not (talking and may_say):
        return None
    return ChatBox(messages_for(chat.messages, seats, table.former, stamp), may_say)


def messages_for(
    said: list[Said], seats: list[Seat], former: Sequence[FormerPlayer], stamp: Stamp
) -> list[Message]:
    """Return ``said`` for the viewer of ``stamp``, given all who sit or sat in the ``seats``."""
    people = people_at(seats, stamp.seat)
    now = timezone.now()
    return [
        Message(
            id=one.id,
            name=writer.label,
            avatar=writer.avatar,
            text=_("A moderator hid this message.") if one.hidden else one.text,
            time=clock_time(one.at, now),
            mine=writer.me,
            hidden=one.hidden,
        )
        for one in said
        for writer in (_writer(one, people, former),)
    ]


def _writer(said: Said, people: People, former: Sequence[FormerPlayer]) -> Person:
    """Return the player who sat there when it was said."""
    for each in former:
        if each.seat.number == said.seat and said.at < each.until:
            return people.former(said.seat, each.name, each.kind)
    return people[said.seat]
