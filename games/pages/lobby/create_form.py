"""The form that opens a game: what it offers, what was chosen, and the terms that makes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _

from games.bots.registry import BOTS
from games.lobby.opening import Terms
from games.words.levels import LEVELS, bot_in_words
from games.words.times import turn_time

PLAYERS = (2, 3, 4, 5)
NO_CLOCK = "none"
FREE = "open"
A_DAY = 24 * 3600


def usual_turn_seconds() -> int | None:
    """The time for a turn unless another is chosen: a day, if the site offers that."""
    offered: list[int] = settings.TURN_SECONDS
    if A_DAY in offered or not offered:
        return A_DAY if offered else None
    return offered[len(offered) // 2]


class Option(NamedTuple):
    """Something to choose."""

    value: str
    label: str
    chosen: bool
    note: str = ""


class SeatChoice(NamedTuple):
    """A seat beside the creator's, and who may take it."""

    number: int
    """From 2, as people count."""
    name: str
    options: list[Option]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What was chosen on the form; the defaults are what one press gives."""

    name: str = ""
    players: int = 4
    turn_seconds: int | None = field(default_factory=usual_turn_seconds)
    audience: str = "link"
    """``open``, ``link`` or ``named``."""
    named: str = ""
    """Names as they were typed: one a line, or with commas between."""
    rated: bool = False
    legal_sets: bool = True
    bots: Mapping[int, str] = field(default_factory=dict)
    """Levels by seat, of seats that the game has not, too."""
    your_name: str = ""

    @property
    def names(self) -> list[str]:
        """The names that were typed, each once."""
        typed = self.named.replace(",", "\n").splitlines()
        return list(dict.fromkeys(" ".join(name.split()) for name in typed if name.strip()))

    @property
    def terms(self) -> Terms:
        return Terms(
            players=self.players,
            name=self.name,
            turn_seconds=self.turn_seconds,
            bots={seat: level for seat, level in self.bots.items() if seat < self.players},
            open=self.audience == "open",
            rated=self.rated,
            show_legal_sets=self.legal_sets,
        )


def read_wish(sent: Mapping[str, str]) -> Wish:
    """What was sent; what it lacks, or what the form does not offer, counts as the default."""
    turn = sent.get("turn", "")
    offered = {str(seconds): seconds for seconds in settings.TURN_SECONDS}
    players = sent.get("players", "")
    audience = sent.get("audience", "")
    return Wish(
        name=sent.get("name", "").strip(),
        players=int(players) if players in map(str, PLAYERS) else 4,
        turn_seconds=None if turn == NO_CLOCK else offered.get(turn, usual_turn_seconds()),
        audience=audience if audience in ("open", "link", "named") else "link",
        named=sent.get("named", ""),
        rated=sent.get("rated") == "rated",
        legal_sets=sent.get("legal_sets") != "hidden",
        bots={
            seat: level
            for seat in range(1, max(PLAYERS))
            if (level := sent.get(f"seat_{seat}", FREE)) in BOTS
        },
        your_name=sent.get("your_name", "").strip(),
    )


class CreateForm(NamedTuple):
    """The form as it is to be drawn."""

    wish: Wish
    players: list[Option]
    turns: list[Option]
    audiences: list[Option]
    seats: list[SeatChoice]
    rated: list[Option]
    legal_sets: list[Option]


def form_of(wish: Wish) -> CreateForm:
    """The form with ``wish`` chosen."""
    times = [*sorted(settings.TURN_SECONDS), None]
    return CreateForm(
        wish=wish,
        players=[Option(str(each), str(each), each == wish.players) for each in PLAYERS],
        turns=[
            Option(
                NO_CLOCK if each is None else str(each),
                _("None") if each is None else turn_time(each),
                each == wish.turn_seconds,
            )
            for each in times
        ],
        audiences=[
            Option(value, label, value == wish.audience, note)
            for value, label, note in (
                ("link", _("By link"), _("You get a link to send. Who has it may sit down.")),
                ("named", _("By name"), _("Players you name find it among their games.")),
                ("open", _("Anyone"), _("It stands under Find a game, and anyone may watch.")),
            )
        ],
        seats=[
            SeatChoice(
                number + 1,
                f"seat_{number}",
                [
                    Option(FREE, _("A person"), number not in wish.bots),
                    *level_options(wish.bots.get(number)),
                ],
            )
            for number in range(1, max(PLAYERS))
        ],
        rated=[
            Option("friendly", _("Friendly"), not wish.rated),
            Option("rated", _("Rated"), wish.rated),
        ],
        legal_sets=legal_set_options(shown=wish.legal_sets),
    )


def level_options(chosen: str | None) -> list[Option]:
    """The levels of a bot for a seat."""
    return [
        Option(level, bot_in_words(level), level == chosen) for level in LEVELS if level in BOTS
    ]


def legal_set_options(*, shown: bool) -> list[Option]:
    """Whether the table points out the sets that may be shown."""
    return [
        Option("shown", _("Shown"), shown),
        Option("hidden", _("Not shown"), not shown),
    ]
