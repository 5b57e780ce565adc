"""The page of a shared deal."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.deals.comparing import Result, Round
from games.deals.sharing import Offered
from games.pages.deals.lines import Step, steps_of
from games.words.amounts import signed
from games.words.names import named
from games.words.people import bot_face, seat_face


class Bot(NamedTuple):
    """A bot that plays."""

    name: SafeString
    face: SafeString


class Row(NamedTuple):
    """A result in the table."""

    place: int
    name: SafeString
    face: SafeString
    points: str
    mine: bool
    unseen: bool
    first: bool
    compared: bool
    """Whether its line stands below."""
    address: str
    """Where its line is compared; empty for the viewer’s own."""


class Compared(NamedTuple):
    """A round, played by two."""

    number: int
    """From 1."""
    said: str
    mine: list[Step]
    mine_points: str
    theirs: list[Step]
    theirs_points: str


def bots_of(offer: Offered) -> list[Bot]:
    """Return the bots, by seat."""
    return [
        Bot(named(seat.name, seat.kind), bot_face(seat.bot, seat.number % 5))
        for seat in offer.seats
        if seat.bot
    ]


def host_of(offer: Offered) -> SafeString:
    """Return the name of whoever passed the deal on."""
    return named(offer.host.name, offer.host.kind)


def rows_of(results: Sequence[Result], mine: Result, other: Result | None) -> list[Row]:
    """Return the results as rows; equal points share a place."""
    points = [result.points for result in results]
    return [
        Row(
            place=points.index(result.points) + 1,
            name=named(result.seat.name, result.seat.kind),
            face=seat_face(result.seat, number % 5),
            points=signed(result.points),
            mine=result is mine,
            unseen=result.unseen,
            first=result.first,
            compared=result is other,
            address="" if result is mine else f"?with={number + 1}#lines",
        )
        for number, result in enumerate(results)
    ]


def other_of(results: Sequence[Result], mine: Result, asked: int | None) -> Result | None:
    """Return whose line to compare: the one asked for (from 1), by default the first player’s.

    Raise ``LookupError`` if there is none.
    """
    others = [result for result in results if result is not mine]
    if asked is not None:
        if not 1 <= asked <= len(results) or results[asked - 1] is mine:
            raise LookupError("There is no such result.")
        return results[asked - 1]
    return next((result for result in others if result.first), next(iter(others), None))


def lines_of(rounds: Sequence[Round]) -> list[Compared]:
    """Return the rounds with both lines in words."""
    return [
        Compared(
            number=each.number + 1,
            said=_said(each),
            mine=steps_of(each.mine.choices, each.parted),
            mine_points=signed(each.mine.points),
            theirs=steps_of(each.theirs.choices, each.parted),
            theirs_points=signed(each.theirs.points),
        )
        for each in rounds
    ]


def _said(each: Round) -> str:
    if each.parted is None:
        return _("You played it alike.")
    if each.parted == 0:
        return _("You parted at the first choice, which way up to hold the hand.")
    return _("You parted at choice {number}.").format(number=each.parted + 1)
