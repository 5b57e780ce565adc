"""The curve of a round: what each player expected, after each of their moves."""

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.bots.reviewing.grades import Grade
from games.pages.replay.page import Tab
from games.pages.review.chart import Line, Point, Stop, drawn, dropped
from games.pages.review.look import Look, where
from games.pages.table.hint.words import lead_text
from games.words.names import in_sentence, labelled, listed_plainly, plain
from games.words.people import Person


class Curve:
    """The curve of the round that is looked at."""

    def __init__(self, look: Look) -> None:
        self._look = look
        first, count = look.seat, look.review.players
        # The reviewed player's line comes first.
        self._seats = [(first + step) % count for step in range(count)]
        self._last = max(one.number for one in look.in_round)

    @property
    def heading(self) -> str:
        return _("Expected points, round {round}").format(round=self._look.place.round + 1)

    @property
    def rounds(self) -> list[Tab]:
        """Each leads to the costliest decision of its round."""
        look = self._look
        found = []
        for number in sorted({one.round for one in look.own}):
            own = [one for one in look.own if one.round == number]
            worst = max(own, key=lambda one: one.verdict.given_away if one.verdict else 0.0)
            name = _("R{number}").format(number=number + 1)
            found.append(Tab(name, look.address(worst.place), number == look.place.round))
        return found

    @property
    def legend(self) -> list[tuple[int, Person]]:
        """Styles of lines, and whose they are."""
        return [(style, self._look.people[seat]) for style, seat in enumerate(self._seats)]

    @property
    def picture(self) -> SafeString:
        look = self._look
        return drawn(
            [self._line(style) for style in range(len(self._seats))],
            [Stop(one.number, look.address(one.place)) for one in look.own_in_round],
            moves=self._last,
            now=look.place.number,
            label=self._spoken,
        )

    def _line(self, style: int) -> Line:
        look, seat = self._look, self._seats[style]
        points: list[Point] = []
        costly: list[Point] = []
        for one in look.in_round:
            if one.seat != seat:
                continue
            if one.verdict is not None and one.verdict.grade == Grade.COSTLY:
                before = one.verdict.best[0].points
                points.extend(dropped(one.number, before, one.played.points))
                costly.append(points[-1])
            else:
                points.append(Point(one.number, one.played.points))
        end = look.subject.lead_at_end(look.place.round, seat)
        points.append(Point(self._last + 1, end))
        return Line(style, tuple(points), () if style else tuple(costly))

    @property
    def _spoken(self) -> str:
        """``"Round 2, move 20: You −5.3, Bruno 0.2"``."""
        until = self._look.place.number + 0.5
        said = []
        for style, person in self.legend:
            points = self._line(style).points
            now = [point for point in points if point.move <= until] or [points[0]]
            said.append(f"{plain(in_sentence(person.label))} {lead_text(now[-1].points)}")
        return labelled(where(self._look.place), listed_plainly(said))

    @property
    def as_table(self) -> dict[str, list[Any]]:
        """The curve's numbers."""
        people = self._look.people
        return {
            "head": [_("Move"), _("Player"), _("Expected points")],
            "rows": [
                [one.number or _("deal"), people[one.seat].label, lead_text(one.played.points)]
                for one in self._look.in_round
            ],
        }
