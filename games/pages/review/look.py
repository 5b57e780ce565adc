"""A look at a review: from which player's seat, at which of their decisions."""

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from games.bots.reviewing.review import Review, Reviewed, SeatReview
from games.bots.reviewing.whole import Decision, Place
from games.review.seeing import Subject
from games.words.people import People, Person, people_at


@dataclass(frozen=True)
class Look:
    """What all parts of the page are about."""

    subject: Subject
    review: Review
    path: str
    kept: dict[str, str]
    """The part of the address that stays."""
    seat: int
    place: Place
    summary: SeatReview
    """Of the player in the seat."""

    @cached_property
    def people(self) -> People:
        return people_at(self.subject.seats, self.subject.seat)

    @property
    def person(self) -> Person:
        return self.people[self.seat]

    @cached_property
    def decisions(self) -> dict[Place, Decision]:
        """All of the seat."""
        return {each.place: each for each in self.subject.decisions_of(self.seat)}

    @cached_property
    def own(self) -> list[Reviewed]:
        """The decisions that the player made, in order."""
        return [one for one in self.review.decisions if one.seat == self.seat and one.verdict]

    @cached_property
    def own_in_round(self) -> list[Reviewed]:
        return [one for one in self.own if one.round == self.place.round]

    @cached_property
    def in_round(self) -> list[Reviewed]:
        """Everybody's, of the round."""
        return [one for one in self.review.decisions if one.round == self.place.round]

    def address(self, place: Place | None = None, *, seat: int | None = None) -> str:
        """Return where a decision, or the first turning point of a player, is shown."""
        query: dict[str, object] = {"player": (self.seat if seat is None else seat) + 1}
        if place is not None:
            query |= {"round": place.round + 1, "move": place.number}
        return f"{self.path}?{urlencode(query | self.kept)}"


def look_at(
    subject: Subject,
    review: Review,
    path: str,
    *,
    seat: int | None,
    place: tuple[int, int] | None,
    kept: dict[str, str],
) -> Look:
    """Return the look that an address asks for; by default the viewer's own worst moment.

    Raise ``LookupError`` if nobody was judged in that seat, or made no such decision.
    """
    judged = judged_seats(review)
    if seat is None:
        own = subject.seat
        seat = own if own is not None and own in judged else min(judged, default=0)
    summary = judged.get(seat)
    if summary is None:
        raise LookupError("Nobody was judged there.")
    places = [one.place for one in review.decisions if one.seat == seat and one.verdict]
    asked = (summary.turning_points or places)[0] if place is None else Place(*place, seat)
    if asked not in places:
        raise LookupError("There is no such decision.")
    return Look(subject, review, path, kept, seat, asked, summary)


def judged_seats(review: Review) -> dict[int, SeatReview]:
    """Return the reviews of all players, by seat."""
    found = {number: review.seat(number) for number in range(review.players)}
    return {number: each for number, each in found.items() if each is not None}


def where(place: Place) -> str:
    """Return ``"Round 2, move 20"``."""
    if not place.number:
        return _("Round {round}, the deal").format(round=place.round + 1)
    return _("Round {round}, move {move}").format(round=place.round + 1, move=place.number)
