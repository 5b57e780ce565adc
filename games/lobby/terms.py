"""The one place that says what a game's creator can choose.

Forms, filters, the API, games' rows, rematches and lists follow from the fields of :class:`Terms`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.bots.levels import SUBSTITUTE
from games.bots.offered import may_be_asked_for
from games.bots.registry import LEVELS
from games.lobby.rated import has_rated_clock, refuse_unrated_player
from games.log.deadlines import rest_counts
from games.models import Audience, Game
from games.people.users import player_of
from games.rules.cards import PLAYER_COUNTS
from games.rules.errors import RuleError
from games.words.times import DAY, turn_time

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LONGEST_NAME: int = Game._meta.get_field("name").max_length  # type: ignore[assignment]
"""Characters."""


SOONEST, LATEST = timedelta(minutes=10), timedelta(days=60)
"""How far ahead a start may be."""


class Option(NamedTuple):
    """A value on offer."""

    value: Any
    key: str
    """On forms and in addresses."""
    label: "str | _StrPromise"
    said: "str | _StrPromise" = ""
    """In lists of terms; empty if those have their own line for it."""


@dataclass(frozen=True, slots=True)
class Term:
    """A field of the terms."""

    label: "str | _StrPromise" = ""
    """Heading on forms; empty if nobody chooses it."""
    options: Sequence[Option] | Callable[[], Sequence[Option]] = ()
    """Empty if it is more than a choice among options."""
    _: KW_ONLY
    key: str = ""
    """Its other name on forms and in addresses, if any."""
    note: "str | _StrPromise" = ""
    column: bool = True

    def offered(self) -> Sequence[Option]:
        return self.options() if callable(self.options) else self.options


def _term(default: Any, *what: Any, **more: Any) -> Any:
    given = {"default_factory": default} if callable(default) else {"default": default}
    return field(**given, metadata={"term": Term(*what, **more)})


def _turn_times() -> list[Option]:
    times = [Option(each, str(each), turn_time(each)) for each in sorted(settings.TURN_SECONDS)]
    return [*times, Option(None, "none", pgettext("time for each turn", "None"))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a game is like, with good defaults."""

    players: int = _term(
        4,
        gettext_lazy("Players"),
        [Option(each, str(each), str(each)) for each in PLAYER_COUNTS],
    )
    name: str = _term("", gettext_lazy("Name of the game"))
    """Empty: made up."""
    turn_seconds: int | None = _term(
        DAY,
        gettext_lazy("Time for each turn"),
        _turn_times,
        key="turn",
        note=gettext_lazy(
            "If it runs out, a bot plays that one turn, and the player keeps the seat."
        ),
    )
    """None: no clock."""
    bots: Mapping[int, str] = _term(dict, gettext_lazy("Seats"), column=False)
    """Names of characters by seat, as asked for; seat 0 is the creator's."""
    open: bool = _term(False, gettext_lazy("Who can join"), column=False)
    """Whether anybody may join, or only people with the link or an invitation by name."""
    starts_at: datetime | None = _term(None, gettext_lazy("Start"))  # noqa: RUF009 (a field)
    """None: as soon as all seats are taken."""
    rated: bool = _term(
        False,
        gettext_lazy("Kind"),
        [
            Option(False, "friendly", gettext_lazy("Friendly"), gettext_lazy("friendly")),
            Option(True, "rated", gettext_lazy("Rated"), gettext_lazy("rated")),
        ],
        note=gettext_lazy(
            "Rated games are for players with a confirmed email address, without bots or programs, "
            "and with a clock of at most 7 days. Bot accounts are rated among themselves."
        ),
    )
    show_legal_sets: bool = _term(
        True,
        gettext_lazy("Sets that beat the ring"),
        [
            Option(True, "shown", gettext_lazy("Shown"), gettext_lazy("legal sets shown")),
            Option(
                False, "hidden", gettext_lazy("Not shown"), gettext_lazy("legal sets not shown")
            ),
        ],
        key="legal_sets",
    )
    rest_counts: bool = _term(
        True,
        gettext_lazy("Rest"),
        [
            Option(True, "counts", gettext_lazy("Counts")),
            Option(
                False,
                "not",
                gettext_lazy("Does not count here"),
                gettext_lazy("rest does not count"),
            ),
        ],
        key="rest",
        note=gettext_lazy(
            "If it counts, clocks stand still in players’ quiet hours and on their holidays."
        ),
    )
    """Has a meaning with slow clocks alone."""
    substitute: str = _term(SUBSTITUTE)
    """The bot that plays when time has run out."""

    @classmethod
    def of(cls, game: Game) -> "Terms":
        """Without bots: those are in seats."""
        return cls(
            **{name: getattr(game, name) for name in TERMS if TERMS[name].column},
            open=game.audience == Audience.OPEN,
        )

    def columns(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in TERMS if TERMS[name].column}

    def said(self) -> list[str]:
        """Short terms in words: ``["rated", "legal sets shown"]``."""
        return [
            str(option.said)
            for name, term in TERMS.items()
            for option in term.offered()
            if option.said and option.value == getattr(self, name) and self._means(name)
        ]

    def _means(self, name: str) -> bool:
        """Return whether a term says anything beside the others."""
        return name != "rest_counts" or rest_counts(turn_seconds=self.turn_seconds, wanted=True)


_FIELDS: dict[str, Term] = {each.name: each.metadata["term"] for each in fields(Terms)}
TERMS = {name: replace(term, key=term.key or name) for name, term in _FIELDS.items()}
"""By name."""
SWITCHES = tuple(
    name for name, term in TERMS.items() if term.options and type(getattr(Terms(), name)) is bool
)
"""Terms that are on or off."""


def check_terms(user: AbstractUser, terms: Terms) -> None:
    """Raise `bad_terms` if they fit no game.

    Raise `needs_account` or `needs_address` if ``user`` may not choose them.
    """
    seats = set(terms.bots)
    if terms.players not in PLAYER_COUNTS:
        raise RuleError("bad_terms", _("Scout is a game for 2 to 5 players."))
    if not set(terms.bots.values()) <= set(may_be_asked_for()) or terms.substitute not in LEVELS:
        raise RuleError("bad_terms", _("There is no such bot."))
    if not seats <= set(range(1, terms.players)):
        raise RuleError("bad_terms", _("There is no such seat for a bot."))
    if len(terms.name) > LONGEST_NAME:
        raise RuleError("bad_terms", _("That name is too long."))
    if terms.turn_seconds is not None and terms.turn_seconds <= 0:
        raise RuleError("bad_terms", _("A turn needs some time."))
    _check_start(terms)
    if not terms.rated:
        return
    if seats:
        raise RuleError("bad_terms", _("There are no bots in rated games."))
    if not has_rated_clock(terms.turn_seconds):
        raise RuleError("bad_terms", _("Rated games need a clock of at most 7 days a turn."))
    refuse_unrated_player(user, for_bot_accounts=player_of(user).is_bot)


def _check_start(terms: Terms) -> None:
    if terms.starts_at is None:
        return
    ahead = terms.starts_at - timezone.now()
    if ahead < SOONEST:
        raise RuleError("bad_terms", _("Choose a start at least 10 minutes from now."))
    if ahead > LATEST:
        raise RuleError("bad_terms", _("Choose a start within the next 60 days."))
    if len(terms.bots) == terms.players - 1:
        raise RuleError("bad_terms", _("Against bots alone there is nobody to wait for."))
