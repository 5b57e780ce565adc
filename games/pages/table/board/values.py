"""Everything the table page shows, as values."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString

from games.pages.table.banners import Banner
from games.pages.table.buttons import Bar
from games.pages.table.chair import Chair, Ending
from games.pages.table.choices import Choice
from games.pages.table.clock import Clock
from games.pages.table.ends.bow import Bow
from games.pages.table.ends.curtain import (
    Curtain,
)
from games.pages.table.hands import HandBox
from games.pages.table.hint.box import HintBox
from games.pages.table.history import LogLine
from games.pages.table.meanwhile.strip import Meanwhile
from games.pages.table.orientation import Way
from games.pages.table.others.gone import GoneChair
from games.pages.table.plan.box import PlanBox
from games.pages.table.plan.said import PlanNote
from games.pages.table.rewinding.page import RewindPage
from games.pages.table.ring import Ring
from games.pages.table.seating import Nudge, SeatBox
from games.pages.table.sheets import (
    DealtRound,
    NowRow,
    Sheet,
)
from games.people.standing import NOTHING, Barred


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The table as values for the template."""

    phase: str
    """``orient``, ``play`` or ``over``; a round's last frame is ``play``."""
    over: bool
    """Whether the game is over."""
    classes: str
    heading: str
    title: str
    terms: str
    seq: int
    version: int
    commitment: str
    head: str = ""
    """The log's, in hexadecimal; empty where there is none."""
    live: bool = True
    pause: float = 2
    """Seconds between polls without a stream."""
    choice: Choice = field(default_factory=Choice)
    banner: Banner | None = None
    held: int = 0
    standing: str = ""
    seat: int | None = None
    seats: list[SeatBox] = field(default_factory=list)
    me: SeatBox | None = None
    ring: Ring | None = None
    lines: list[LogLine] = field(default_factory=list)
    meanwhile: Meanwhile | None = None
    moves: list[dict[str, Any]] = field(default_factory=list)
    no_lines: str = ""
    hand: HandBox | None = None
    ways: tuple[Way, Way] | None = None
    chosen: str = ""
    bar: Bar | None = None
    phrases: dict[str, Any] | None = None
    round_number: int = 1
    round_title: str = ""
    dots: tuple[str, ...] = ()
    scores: list[NowRow] = field(default_factory=list)
    sheet: Sheet | None = None
    replays: bool = True
    """Whether the viewer may replay the round before: newcomers may not have seen it."""
    curtain: Curtain | None = None
    """For the end of a round."""
    bow: Bow | None = None
    dealt: list[DealtRound] = field(default_factory=list)
    secret: str = ""
    clock: Clock | None = None
    chair: Chair | None = None
    gone: list[GoneChair] = field(default_factory=list)
    ending: Ending | None = None
    rewinding: RewindPage | None = None
    """What the table is asked to take back."""
    may_rewind: bool = False
    """Whether the viewer may ask to take moves back."""
    nudges: list[Nudge] = field(default_factory=list)
    nudge_notes: list[SafeString] = field(default_factory=list)
    """What the viewer is told of nudges in this turn."""
    away_notes: list[SafeString] = field(default_factory=list)
    """Sentences about players on holiday, where no seats are shown."""
    may_act: bool = False
    barred: Barred = NOTHING
    """What a moderator keeps the viewer from."""
    voided: bool = False
    hints: HintBox | None = None
    plan: PlanBox | None = None
    note: PlanNote | None = None
    """What became of their last one."""

    @property
    def quietens(self) -> bool:
        """Whether the viewer has a chat, and may not write in it."""
        company = self.seat is not None and any(not seat.bot for seat in self.seats)
        return company and self.barred.silenced

    @property
    def may_go_on(self) -> bool:
        """Whether another game may be offered: not in a turn, but at the end of a round."""
        return not self.may_act or self.curtain is not None
