"""What is decided on, and what comes of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from games.people.recipients import Recipient
from games.telling.facts import Ended, Sent
from games.telling.news import About, News
from games.telling.turns import Turn

Kind = Literal["turn", "nudge", "digest", "last_call", "news", "end"]


class NoticeRow(NamedTuple):
    """A notice as read."""

    id: int
    user_id: int
    game_id: int | None
    seat: int
    seq: int
    stage: str
    way: str
    place: int
    about_id: int | None
    due_at: datetime
    attempts: int
    told: int
    claimed_until: datetime | None
    """Not null: it was under way, and nobody knows what became of that."""
    sent_as: str
    tag: str

    @property
    def about(self) -> About:
        return About(self.user_id, self.stage, self.game_id, self.seat, self.seq, self.about_id)


@dataclass(frozen=True, slots=True)
class Letter:
    """Something to send now: an email of all that waits, or a push or hook about one thing."""

    kind: Kind
    recipient: Recipient
    told: tuple[int, ...]
    """The notices it tells of."""
    times_told: int = 0
    """How often its subject was told before."""
    turns: tuple[Turn, ...] = ()
    """Waiting turns; the first is the subject."""
    ended: tuple[Ended, ...] = ()
    """Ended games; the first is the subject if there are no turns."""
    news: tuple[News, ...] = ()
    """The first is the subject if there are neither turns nor ended games."""
    name: str = ""
    """What names it, once it is claimed: the same at every try, and no other's."""
    tag: str = ""
    """Under what a device shows it, once it is claimed."""


@dataclass(slots=True)
class Decision:
    """What becomes of a user's notices."""

    letters: list[Letter] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    put_off: dict[int, datetime] = field(default_factory=dict)
    again: dict[int, datetime] = field(default_factory=dict)
    """When to tell again what a letter tells."""


class Facts(NamedTuple):
    """What holds now for one user."""

    turns: Sequence[Turn]
    """By deadline."""
    ended: Mapping[int, Ended]
    """By game."""
    news: Mapping[About, News]
    sent: Sent
    standing: frozenset[tuple[int, int, int]] = frozenset()
    """(game, seat, decision): turns that may wait for their player again, but don't now."""
    here: bool = False
    """Whether a page of theirs is open."""
