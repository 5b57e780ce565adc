"""Chairs of players who are gone: what the others at the table can do."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.log.deadlines import GONE_AFTER
from games.models import Seat
from games.pages.lobby.share import chair_link
from games.play.chair_offers import links_at
from games.play.silence import silent_for
from games.play.tables import Table
from games.words.names import told
from games.words.people import People, Person


@dataclass(frozen=True, slots=True)
class GoneChair:
    """A strip about somebody else's chair."""

    seat: int
    title: SafeString
    reason: SafeString
    press: Literal["keep", "offer_chair", "withdraw_chair"]
    """What its button does."""
    button: SafeString
    link: str = ""
    """With which somebody else may sit down; empty if the chair is not offered."""


def offers_at(table: Table, now: datetime) -> Mapping[int, str]:
    """Return the links of offered chairs; no query as long as none can be."""
    return links_at(table.game.pk) if any(_long_kept(table, now)) else {}


def gone_chairs(
    table: Table, people: People, offers: Mapping[int, str], now: datetime
) -> list[GoneChair]:
    """Return a strip for each chair about which the viewer, a player, can do something.

    What it says follows from the log: nobody learns who was told of what, or can be.
    """
    if table.seat is None or table.seat in table.chairs.without_player or table.halted:
        return []
    silent = [_silent(people[seat]) for seat in sorted(table.gone - {table.seat})]
    kept = [
        _kept(people[seat.number], offers.get(seat.number, "")) for seat in _long_kept(table, now)
    ]
    return [*silent, *kept]


def _long_kept(table: Table, now: datetime) -> Iterator[Seat]:
    if table.view is None or table.view.phase == "over" or table.game.rated:
        return
    for seat in table.seats:
        since = table.chairs.kept_from(seat.number)
        if since is not None and silent_for(seat, since, now) >= GONE_AFTER:
            yield seat


def _silent(person: Person) -> GoneChair:
    return GoneChair(
        seat=person.number,
        title=told(_("{name} hasn’t moved for 7 days."), name=person.name),
        reason=told(_("A bot can play until {name} is back."), name=person.name),
        press="keep",
        button=told(_("Let a bot play")),
    )


def _kept(person: Person, link: str) -> GoneChair:
    if link:
        return GoneChair(
            seat=person.number,
            title=told(_("{name}’s chair is offered."), name=person.name),
            reason=told(
                _("Pass this link on. One person can sit down, as long as {name} isn’t back."),
                name=person.name,
            ),
            press="withdraw_chair",
            button=told(_("Take the offer back")),
            link=chair_link(link),
        )
    return GoneChair(
        seat=person.number,
        title=told(_("A bot has kept {name}’s chair for 7 days."), name=person.name),
        reason=told(
            _("Somebody else can take it over. After that, {name} can’t come back."),
            name=person.name,
        ),
        press="offer_chair",
        button=told(_("Offer this chair")),
    )
