"""The decision that is looked at: the table then, and what could have been done."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.bots.reviewing.grades import Grade
from games.bots.reviewing.judging import Judgement
from games.bots.reviewing.options import Option, kind_of
from games.pages.replay.steps import Step, Steps
from games.pages.review.grades import Pill, pill
from games.pages.review.look import Look
from games.pages.table.hint.words import lead_text, move_title, reasons_for
from games.play.hints import Advice
from games.play.outlook import outlook_of
from games.rules.cards import Cards, turn_all
from games.rules.moves import Orient
from games.rules.views import View
from games.words.names import sentences
from games.words.people import People
from games.words.sets import spoken

RIGHT = (Grade.BEST, Grade.FIND)


class OptionLine(NamedTuple):
    """A move that could have been made."""

    title: str
    points: str
    left: float
    width: float
    """Of the bar, in per cent of the row."""
    best: bool
    pill: Pill | None = None
    """Of the move that was made."""


class Way(NamedTuple):
    """A way up in which the hand could be held."""

    title: str
    cards: Cards
    spoken: str
    chosen: bool


def option_lines(view: View, options: Sequence[Option]) -> list[OptionLine]:
    """Return the lines of ``options``, best first, with bars to one scale."""
    low, scale = _scale(options)
    return [
        OptionLine(
            title=move_title(view, option.move),
            points=lead_text(option.points),
            left=round((min(option.points, 0.0) - low) * scale, 1),
            width=round(abs(option.points) * scale, 1),
            best=number == 0,
        )
        for number, option in enumerate(options)
    ]


def zero_of(options: Sequence[Option]) -> float:
    """Return where the bars of ``options`` begin, in per cent of the row."""
    low, scale = _scale(options)
    return round(-low * scale, 1)


def _scale(options: Sequence[Option]) -> tuple[float, float]:
    points = [0.0, *(option.points for option in options)]
    low, high = min(points), max(points)
    return low, 100 / ((high - low) or 1)


def shown_options(view: View, verdict: Judgement) -> list[Option]:
    """Return the best moves of different kinds, and the one that was made.

    Where the best move and the one made come to the same, the one made stands for both.
    """
    played, best = verdict.played, list(verdict.best)
    kinds = [kind_of(view, option.move) for option in best]
    kind = kind_of(view, played.move)
    if verdict.grade in RIGHT and kind in kinds:
        best[kinds.index(kind)] = played
    return best if played in best else [*best, played]


def judged_lines(view: View, verdict: Judgement) -> list[OptionLine]:
    """Return the lines of ``shown_options``, with the grade on that of the move that was made."""
    shown = shown_options(view, verdict)
    return [
        line._replace(pill=pill(verdict)) if option == verdict.played else line
        for option, line in zip(shown, option_lines(view, shown), strict=True)
    ]


def reason_for(view: View, people: People, best: Option) -> SafeString:
    """Say why the best move is best, as the hint would have."""
    advice = Advice(best.move, best.points, outlook_of(view, best.move))
    return sentences(*reasons_for(view, people, advice, least_harm=False))


class Choice:
    """A decision, judged."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._decision = look.decisions[look.place]
        self._one = look.review.at(look.place)

    @property
    def _verdict(self) -> Judgement:
        assert self._one.verdict is not None
        return self._one.verdict

    @property
    def pill(self) -> Pill:
        return pill(self._verdict)

    @property
    def heading(self) -> str:
        """Over the moves that could have been made."""
        number = self._look.place.number
        if self._verdict.grade in RIGHT:
            said = _("Right at move {number}") if number else _("The right way up")
        else:
            said = _("Better at move {number}") if number else _("Better: the other way up")
        return said.format(number=number)

    @property
    def reason(self) -> SafeString:
        """Why the best move is best, as the hint would have said."""
        return reason_for(self._decision.view, self._look.people, self._verdict.best[0])

    @property
    def options(self) -> list[OptionLine]:
        """The best moves of different kinds, and the one that was made."""
        return judged_lines(self._decision.view, self._verdict)

    @property
    def _shown(self) -> list[Option]:
        return shown_options(self._decision.view, self._verdict)

    @property
    def zero(self) -> float:
        """Where the bars begin, in per cent of the row."""
        return zero_of(self._shown)

    @property
    def table_heading(self) -> str:
        number = self._look.place.number
        return _("The table at move {number}").format(number=number) if number else _("The deal")

    @property
    def ways(self) -> tuple[Way, ...]:
        """Both ways to hold the hand, if this is what was chosen."""
        move = self._one.played.move
        if not isinstance(move, Orient):
            return ()
        hand = self._decision.view.hand or b""
        both = (
            (_("As dealt"), hand, not move.flip),
            (_("Turned over"), turn_all(hand), move.flip),
        )
        return tuple(Way(title, cards, spoken(cards), chosen) for title, cards, chosen in both)

    def step(self, *, opened: bool) -> Step | None:
        """Return the moment of the decision, with the other hands if ``opened``."""
        look = self._look
        if not look.place.number:
            return None
        replay = look.subject.replay(look.place.round)
        assert replay.round is not None
        seen = replay.round if opened else replay.round.seen_by(look.seat)
        return Steps(seen, look.people, replay.totals_by_round).step(look.place.number)
