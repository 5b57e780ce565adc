"""A deal's proof as its page shows it, built from what the viewer's table tells."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.fairness.parts import parts_of, proof_of, sent_at
from games.models import GameStatus, Occasion
from games.pages.fairness.sentences import Line, for_whom, promise_said
from games.play.tables import OpenedRound, Table
from games.rules.cards import Cards, card_names
from games.words.people import People, people_at
from games.words.times import day_and_time


class PartLine(NamedTuple):
    """What a player added to the shuffle."""

    face: SafeString
    name: SafeString | str
    part: str
    """In groups of four digits."""
    by_site: bool


class HandLine(NamedTuple):
    """A hand as it was dealt."""

    seat: int
    face: SafeString
    name: SafeString | str
    cards: Cards
    starts: bool


@dataclass(frozen=True, slots=True)
class ProofPage:
    """The whole page."""

    name: str
    status: str
    promise_heading: str
    promise: str
    """What the promise is worth."""
    promised_at: str
    commitment: str
    parts: Sequence[PartLine]
    parts_of_another: bool
    """They are those of the game that its deal comes from."""
    no_parts: str
    """Why nobody added one; empty if somebody did."""
    secret: str
    """In groups of four digits; empty until the game is over."""
    rounds: range
    """The numbers of the rounds that can be dealt again, from 1."""
    round: int
    hands: Sequence[HandLine]
    lines: Sequence[Line]
    proof: dict[str, Any] | None
    """What the browser checks; None until the game is over."""


def proof_page(table: Table, round_number: int) -> ProofPage | None:
    """Return the page with the hands of a round (from 1); None if there is no such round."""
    game, begun = table.game, table.stamp.status != GameStatus.OPEN
    people = people_at(table.seats, table.seat) if begun else None
    opened = {each.number + 1: each for each in table.opened}
    if round_number != 1 and round_number not in opened:
        return None
    hidden = game.hides_deal and table.secret is None
    parts = [None] * game.players if hidden else parts_of(game, table.seats)
    proof = proof_of(game, begun=begun)
    alone = begun and sum(part is not None for part in parts) == 1
    heading, said = promise_said(game, proof, alone=alone)
    sent = sent_at(game, table.seats)
    lines = _part_lines(table, people, parts, sent)
    return ProofPage(
        name=game.name,
        status=_status(table),
        promise_heading=heading,
        promise=said,
        promised_at=day_and_time(game.created_at),
        commitment="" if hidden else _grouped(game.commitment),
        parts=lines,
        parts_of_another=game.occasion == Occasion.COPY,
        no_parts="" if lines else _no_parts(table, begun=begun),
        secret=_grouped(table.secret or ""),
        rounds=range(1, len(opened) + 1),
        round=round_number,
        hands=_hands(opened[round_number], people) if people and opened else (),
        lines=for_whom(game, proof, parts=any(parts), by_site=False in sent),
        proof=_for_browsers(table, parts) if table.secret else None,
    )


def _part_lines(
    table: Table,
    people: People | None,
    parts: Sequence[str | None],
    sent: Sequence[bool | None],
) -> list[PartLine]:
    people = people or people_at(sorted(table.seats, key=lambda seat: seat.number), None)
    labels = {person.number: person for person in people.everyone}
    return [
        PartLine(labels[seat].avatar, labels[seat].label, _grouped(part), sent[seat] is False)
        for seat, part in enumerate(parts)
        if part and seat in labels
    ]


def _hands(opened: OpenedRound, people: People) -> list[HandLine]:
    return [
        HandLine(
            *(person.number, person.avatar, person.label),
            *(opened.dealt.hands[person.number], opened.dealt.starter == person.number),
        )
        for person in people.in_turn_order
    ]


def _for_browsers(table: Table, parts: Sequence[str | None]) -> dict[str, Any]:
    return {
        "players": table.game.players,
        "seat": table.seat,
        "secret": table.secret,
        "commitment": table.game.commitment,
        "parts": list(parts),
        "rounds": [
            {
                "starter": each.dealt.starter,
                "hands": [card_names(hand) for hand in each.dealt.hands],
            }
            for each in table.opened
        ],
    }


def _grouped(digits: str) -> str:
    return " ".join(digits[start : start + 4] for start in range(0, len(digits), 4))


def _status(table: Table) -> str:
    if table.secret:
        return _("It is over. Here is everything you need to be sure.")
    return _("The secret opens when the game is over. Until then it can’t be swapped any more.")


def _no_parts(table: Table, *, begun: bool) -> str:
    if table.game.occasion:
        return _("Nobody adds a part here: others play the same deal.")
    if not begun:
        return _("Nobody sits here yet.")
    return _("Your browsers added nothing yet at that time. Only the fingerprint counts.")
